import { describe, expect, test } from 'vitest';
import {
  attributeOf,
  eachAttribute,
  elementsIn,
  endOfTag,
  findTag,
  nextElement,
  tagsIn,
} from '#renderer/data/files/check/xml-scan.ts';

/** Tags and attributes of XML that anybody may have written. */

describe('a tag', () => {
  test('is found by its whole name, from a place on', () => {
    const xml = '<ab/><a><a/><a\tx="1"><a\n>';
    expect([0, 5, 6, 9, 13, 22].map((from) => findTag(xml, 'a', from))).toEqual([5, 5, 8, 12, 21, -1]);
    expect(findTag('<a', 'a', 0)).toBe(-1);
    expect(findTag('<a-b><a:b><a.b>', 'a', 0)).toBe(-1);
  });

  test('ends at the first sign that stands in no quotes', () => {
    expect(endOfTag('<a x=">" y=\'">\'>b>', 0)).toBe(15);
    expect(endOfTag('<a x="\'>">', 0)).toBe(9);
    expect([endOfTag('<a x="1"', 0), endOfTag('<a x=">', 0)]).toEqual([-1, -1]);
    expect(endOfTag('<a><b>', 3)).toBe(5);
  });

  test('is no longer than 65,536 characters', () => {
    const long = `<a ${'x'.repeat(65_536 - 4)}`;
    expect(endOfTag(`${long}>`, 0)).toBe(65_535);
    expect(() => endOfTag(`${long}x>`, 0)).toThrow('unreadable');
    // One that the text ends in may go on.
    expect(endOfTag(`${long}x`, 0)).toBe(-1);
  });
});

describe('an element', () => {
  test('has its attributes, its content and its places', () => {
    const xml = 'x<a y="1">b<c/></a><a/>';
    const first = { attributes: ' y="1"', content: 'b<c/>', from: 1, to: 19 };
    const second = { attributes: '', content: '', from: 19, to: 23 };
    expect(nextElement(xml, 'a')).toEqual(first);
    expect(nextElement(xml, 'a', 2)).toEqual(second);
    expect(nextElement(xml, 'a', 20)).toBeNull();
    expect([...elementsIn(xml, 'a')]).toEqual([first, second]);
    expect(nextElement('<a y="1"/>', 'a')?.attributes).toBe(' y="1"');
  });

  test('that does not end is refused', () => {
    for (const xml of ['<a>b', '<a x="1"', '<a>b</ab>'])
      expect(() => nextElement(xml, 'a'), xml).toThrow('unreadable');
  });

  test('is told by its tag alone, whatever it holds, up to one that does not end', () => {
    expect([...tagsIn('<a x="1"><a y="2"/></a><ab/><a z', 'a')]).toEqual([' x="1"', ' y="2"/']);
  });
});

describe('attributes', () => {
  const all = (text: string, which?: 'quoted' | 'bare-too') => {
    const found: string[] = [];
    eachAttribute(text, (name, value) => found.push(`${name}=${value}`), which);
    return found;
  };

  test('are names with what stands between quotes of either kind', () => {
    expect(all(' a="1" b = \'2"\'\n c:d-e.f_9="">')).toEqual(['a=1', 'b=2"', 'c:d-e.f_9=']);
    expect(all(' ñ="1" Z="2"')).toEqual(['ñ=1', 'Z=2']);
    expect(all(' a b="1" c')).toEqual(['b=1']);
    expect(all(' a="1" b="2')).toEqual(['a=1']);
    expect(all(' a=1 b="2"')).toEqual(['b=2']);
  });

  test('stand without quotes in pages', () => {
    expect(all(' a=1 b="2" c=x/ d=y>', 'bare-too')).toEqual(['a=1', 'b=2', 'c=x', 'd=y']);
    expect(all(' a= b="2"', 'bare-too')).toEqual(['a=b=']);
    expect(all(" a=>b c=x'", 'bare-too')).toEqual(['c=x']);
  });

  test('of one name are the first of it', () => {
    expect([attributeOf(' a="1" a="2"', 'a'), attributeOf(' a="1"', 'b')]).toEqual(['1', undefined]);
    expect(attributeOf(' a="" a="2"', 'a')).toBe('');
  });
});
