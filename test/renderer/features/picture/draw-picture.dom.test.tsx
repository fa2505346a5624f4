import { beforeEach, describe, expect, test, vi } from 'vitest';
import { drawPicture, escapeXml } from '#renderer/features/picture/draw-picture.ts';
import { holds, pngOf } from '#renderer/features/picture/picture-file.ts';

/** A section drawn anew as one SVG: what is laid out, where, in which inks, and what is left out. */

const rect = (left: number, top: number, right: number, bottom: number) =>
  ({ left, top, right, bottom, x: left, y: top, width: right - left, height: bottom - top }) as DOMRect;

/** Boxes are where an element says; letters are ten wide, a line twenty high, and break where it says. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left = 0, top = 0, right = 0, bottom = 0] = (this.getAttribute('data-box') ?? '')
      .split(' ')
      .map(Number);
    return rect(left, top, right, bottom);
  });
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockImplementation(function (this: Range) {
    const holder = this.startContainer.parentElement;
    const [left = 0, top = 0] = (holder?.getAttribute('data-box') ?? '').split(' ').map(Number);
    const end = Number(holder?.getAttribute('data-break') ?? Number.POSITIVE_INFINITY);
    const by = Number(holder?.getAttribute('data-down') ?? 20);
    const [from, down] = this.startOffset >= end ? [end, by] : [0, 0];
    const width = holder?.hasAttribute('data-flat') === true ? 0 : 10;
    return rect(
      left + (this.startOffset - from) * width,
      top + down,
      left + (this.endOffset - from) * width,
      top + down + 20,
    );
  });
});

function picture(html: string, title = 'Title', words: readonly string[] = []) {
  const section = document.createElement('section');
  section.innerHTML = html;
  document.body.append(section);
  const drawn = drawPicture(section, title, words);
  section.remove();
  const root = new DOMParser().parseFromString(drawn.svg, 'image/svg+xml').documentElement;
  const of = (name: string, ...attributes: readonly string[]) =>
    [...root.querySelectorAll(`g ${name}`)].map((each) =>
      [
        ...attributes.map((attribute) => each.getAttribute(attribute)),
        ...(name === 'text' ? [each.textContent] : []),
      ].join(' '),
    );
  const outside = [...root.querySelectorAll('text')]
    .filter((each) => each.closest('g') === null)
    .map((each) => `${each.getAttribute('y')} ${each.textContent}`);
  return { ...drawn, root, of, outside, moved: root.querySelector('g')?.getAttribute('transform') };
}
const box = (place: string, style = '', inner = '') =>
  `<div data-box="${place}" style="${style}">${inner}</div>`;

describe('a picture', () => {
  test('is as large as what it holds, its title above and its words below', () => {
    const { width, height, root, outside, moved } = picture(
      box('100 200 700 500', 'background-color: red'),
      'Ventas',
      ['Demo', 'todo'],
    );
    expect([width, height]).toEqual([600 + 32, 16 + 29 + 300 + 14 + 32 + 12]);
    expect(root.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`);
    expect([root.querySelector('title')?.textContent, root.getAttribute('aria-label')]).toEqual([
      'Ventas',
      'Ventas',
    ]);
    expect(root.querySelector('desc')?.textContent).toBe('Demo\ntodo');
    expect(outside).toEqual(['31 Ventas', '370 Demo', '386 todo']);
    expect(moved).toBe('translate(-84 -155)');
  });

  test('holds the whole of all that is in it', () => {
    const inside = [
      box('100 200 300 400', 'background-color: red'),
      box('250 100 800 350', 'background-color: red'),
    ];
    for (const html of [inside.join(''), inside.toReversed().join('')]) {
      const { width, height, moved } = picture(html);
      expect([width, height, moved]).toEqual([700 + 32, 16 + 29 + 300 + 14 + 12, 'translate(-84 -55)']);
    }
  });

  test('of little is as wide as its words want; of nothing it is its words', () => {
    const { width, outside, moved } = picture('', 'x'.repeat(40), [`${'palabra '.repeat(12)}final`]);
    expect(width).toBe(420 + 32);
    // Words go on in the next line where the width is full.
    expect(outside.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual([
      'x'.repeat(40),
      'palabra '.repeat(8).trim(),
      `${'palabra '.repeat(4)}final`,
    ]);
    expect(moved).toBe('translate(16 45)');
  });

  test('has no empty line for a word that is longer than one, wherever it stands', () => {
    const long = 'x'.repeat(80);
    const { outside } = picture('', long, [long, `antes ${long} después`, 'fin']);
    expect(outside.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual([
      ...[long, long, 'antes', long, 'después', 'fin'],
    ]);
  });

  test('has the notes of its heading under the title, and no presses', () => {
    const { outside, of } = picture(
      `<header data-box="0 0 600 20"><h2>Heading</h2><span>de   todo </span><span></span><button>Save</button><span data-box="0 0 50 20"><i></i>mark</span></header>${box('0 30 600 60', '', 'x')}`,
    );
    expect(outside.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['Title', 'de todo']);
    expect(of('text').map((each) => each.trim())).toEqual(['mark', 'x']);
  });

  test('has its notes in one line, below the title and above what it is of', () => {
    const { outside, height, moved } = picture(
      `<header data-box="0 0 600 20"><span>de todo</span><span>en USD</span></header>${box('0 30 600 60', 'background-color: red')}`,
      'Ventas',
      ['Demo'],
    );
    expect(outside).toEqual(['31 Ventas', '48 de todo · en USD', '116 Demo']);
    expect([height, moved]).toEqual([133, 'translate(16 31)']);
  });
});

describe('a box', () => {
  test('has its ground, its corners and its edges, within it', () => {
    const { of } = picture(
      box(
        '10 20 110 60',
        'background-color: rgb(1, 2, 3); opacity: 0.5; border-top-left-radius: 8px; border-top: 2px solid blue; border-right: 4px dashed green; border-bottom: 2px dotted red; border-left: 1px none black',
      ),
    );
    expect(of('rect', 'x', 'y', 'width', 'height', 'rx', 'fill', 'opacity')).toEqual([
      '10 20 100 40 8 rgb(1, 2, 3) 0.5',
    ]);
    expect(of('line', 'x1', 'y1', 'x2', 'y2', 'stroke', 'stroke-width', 'stroke-dasharray')).toEqual([
      '10 21 110 21 blue 2 ',
      '10 59 110 59 red 2 1 2',
      '108 20 108 60 green 4 3 2',
    ]);
  });

  test('has corners no rounder than itself, and a ring that takes no room', () => {
    const { of } = picture(
      box('0 0 20 10', 'background-color: red; border-top-left-radius: 99px') +
        box(
          '0 20 20 40',
          'background-color: transparent; box-shadow: rgb(9, 9, 9) 0px 0px 0px 2px inset; border-top-left-radius: 4px',
        ),
    );
    expect(of('rect', 'x', 'y', 'width', 'height', 'rx', 'fill', 'stroke', 'stroke-width')).toEqual([
      '0 0 20 10 5 red  ',
      '1 21 18 18 3 none rgb(9, 9, 9) 2',
    ]);
  });

  test('that is slanted is slanted in its first ink', () => {
    const { root, of } = picture(
      box(
        '0 0 20 10',
        'background-image: repeating-linear-gradient(45deg, rgba(0, 0, 0, 0), rgb(7, 7, 7) 2px)',
      ),
    );
    expect(root.querySelector('pattern rect')?.getAttribute('fill')).toBe('rgb(7, 7, 7)');
    const id = root.querySelector('pattern')?.id;
    expect(of('rect', 'fill')).toContain(`url(#${id})`);
  });

  test('that is clear, empty or not seen is not drawn', () => {
    const { of, width } = picture(
      [
        box('0 0 900 10', 'background-color: transparent'),
        box('0 0 900 10', 'background-color: rgba(1, 2, 3, 0)'),
        box('5 5 5 900', 'background-color: red'),
        box('5 5 900 5', 'background-color: red'),
        box('0 0 900 10', 'background-color: red; display: none'),
        box('0 0 900 10', 'background-color: red; visibility: hidden'),
        box('0 0 900 10', 'background-color: red; opacity: 0'),
        box('0 0 900 10', 'background-color: red; position: absolute; clip-path: inset(50%)'),
        '<button data-box="0 0 900 10" style="background-color: red"> </button>',
        '<div data-no-picture data-box="0 0 900 10" style="background-color: red"></div>',
        '<div role="menu" data-box="0 0 900 10" style="background-color: red"></div>',
        '<div role="dialog" data-box="0 0 900 10" style="background-color: red"></div>',
        '<h2 data-box="0 0 900 10" style="background-color: red"></h2>',
        '<header><div role="group" data-box="0 0 900 10" style="background-color: red"><i></i></div></header>',
        box(
          '0 0 900 10',
          'background-color: transparent; border-top: 2px hidden red; border-left: 2px solid transparent',
        ),
      ].join(''),
    );
    expect([of('rect'), of('line'), width]).toEqual([[], [], 452]);
  });
});

describe('a text', () => {
  const STYLE = 'font-size: 10px; font-weight: 600; color: rgb(1, 1, 1)';
  const texts = (html: string) => picture(html).of('text', 'x', 'y', 'text-anchor');

  test('stands line by line where it is, in its size, weight and ink', () => {
    const { of } = picture(`<p data-box="30 40 200 80" data-break="8" style="${STYLE}">one two three</p>`);
    expect(of('text', 'x', 'y', 'font-size', 'font-weight', 'fill')).toEqual([
      '30 53.64 10 600 rgb(1, 1, 1) one two',
      '30 73.64 10 600 rgb(1, 1, 1) three',
    ]);
  });

  test('goes on in its line where letters stand a hair lower, and not where they stand lower than that', () => {
    const lines = (down: number) =>
      texts(
        `<p data-box="30 40 200 80" data-break="8" data-down="${down}" style="${STYLE}">one two three</p>`,
      );
    expect(lines(1)).toEqual(['30 53.64  one two three']);
    expect(lines(2)).toEqual(['30 53.64  one two', '30 55.64  three']);
  });

  test('at the right ends there; capitals are capitals; what has no room is not there', () => {
    expect(
      texts(`<p data-box="0 0 90 20" style="${STYLE}; text-align: right; text-transform: uppercase">abc</p>`),
    ).toEqual(['30 13.64 end ABC']);
    expect(texts(`<p data-box="0 0 90 20" style="${STYLE}; text-align: end">abc</p>`)).toEqual([
      '30 13.64 end abc',
    ]);
    expect(texts(`<p data-box="0 0 90 20" data-flat style="${STYLE}">abc</p>`)).toEqual([]);
    // Its last word is where it ends.
    expect(
      texts(`<p data-box="0 0 90 20" data-break="5" style="${STYLE}; text-align: right">$ 12 345</p>`),
    ).toEqual(['40 13.64 end $ 12', '30 33.64 end 345']);
  });

  test('that the screen shortens is as short here', () => {
    const cut = (right: number, more = '') =>
      texts(
        `<p data-box="0 0 ${right} 20" style="${STYLE}; text-overflow: ellipsis; ${more}">abcdefghij</p>`,
      );
    expect(cut(100)).toEqual(['0 13.64  abcdefghij']);
    expect(cut(99)).toEqual(['0 13.64  abcdefghij']);
    expect(cut(50)).toEqual(['0 13.64  abcd…']);
    expect(cut(50, 'text-align: right')).toEqual(['0 13.64  abcd…']);
    expect(cut(1)).toEqual([]);
    expect(
      texts(`<p data-box="30 0 80 20" style="${STYLE}; text-overflow: ellipsis">abcdefghij</p>`),
    ).toEqual(['30 13.64  abcd…']);
    expect(cut(2)).toEqual(['0 13.64  a…']);
    // The narrowest that is around it counts.
    expect(
      texts(
        `<div data-box="0 0 40 20" style="text-overflow: ellipsis"><p data-box="0 0 70 20" style="${STYLE}; text-overflow: ellipsis">abcdefghij</p></div>`,
      ),
    ).toEqual(['0 13.64  abc…']);
    expect(
      texts(
        `<div data-box="0 0 70 20" style="text-overflow: ellipsis"><p data-box="0 0 40 20" style="${STYLE}; text-overflow: ellipsis">abcdefghij</p></div>`,
      ),
    ).toEqual(['0 13.64  abc…']);
  });

  test('takes the room that is seen of it, and none that a section stands in shortens it', () => {
    const clear = `${STYLE}; background-color: transparent`;
    const words = `${'x'.repeat(40)} ${'y'.repeat(40)}`;
    const wide = (more: string) =>
      picture(`<p data-box="0 0 600 20" style="${clear}; ${more}">${words}</p>`).width;
    expect([wide(''), wide('text-overflow: ellipsis')]).toEqual([810 + 32, 600 + 32]);
    expect(
      texts(
        `<div data-box="0 0 40 20" style="text-overflow: ellipsis"><section data-box="0 0 40 20"><p data-box="0 0 70 20" style="${STYLE}">abcdefghij</p></section></div>`,
      ),
    ).toEqual(['0 13.64  abcdefghij']);
  });

  test('says what it says, whatever the signs', () => {
    expect(escapeXml('<a> & "b" \u0000\ud800')).toBe('&lt;a&gt; &amp; &quot;b&quot; \ufffd\ufffd');
    expect(escapeXml('\t\n\u{1f600}')).toBe('\t\n\u{1f600}');
    expect(
      picture(`<p data-box="0 0 90 20">a &lt; b</p>`)
        .of('text')
        .map((each) => each.trim()),
    ).toEqual(['a < b']);
  });
});

describe('a drawing of the page', () => {
  test('comes with what style sheets say of it, and without names, handlers and scripts', () => {
    const { root } = picture(
      '<svg data-box="10 20 110 70" class="chart" viewBox="0 0 100 50" onclick="x()"><g data-testid="t" transform="translate(1 2)"><path d="M0 0" style="fill: rgb(5, 5, 5); stroke-width: 3"/><rect style="display: none" width="1"/></g><script>x()</script></svg>',
    );
    const drawing = root.querySelector('g > svg');
    expect(
      ['x', 'y', 'width', 'height', 'viewBox', 'overflow'].map((name) => drawing?.getAttribute(name)),
    ).toEqual([...['10', '20', '100', '50', '0 0 100 50', 'visible']]);
    expect(['class', 'onclick', 'data-box'].map((name) => drawing?.getAttribute(name))).toEqual([
      null,
      null,
      null,
    ]);
    const path = drawing?.querySelector('path');
    expect(['d', 'fill', 'stroke-width', 'style'].map((name) => path?.getAttribute(name))).toEqual([
      ...['M0 0', 'rgb(5, 5, 5)', '3', null],
    ]);
    expect(drawing?.querySelector('g')?.getAttribute('transform')).toBe('translate(1 2)');
    expect([drawing?.querySelector('rect'), drawing?.querySelector('script')]).toEqual([null, null]);
  });

  test('has the inks that it defines itself, and nothing that is not seen or is no drawing', () => {
    const { root } = picture(
      '<svg data-box="0 0 100 50"><rect width="9" style="fill: url(&quot;http://x/y#slant&quot;); stroke: url(#b); font-weight: normal"/><circle r="1" style="visibility: hidden"/><foreignObject width="9"></foreignObject><g style="opacity: 0.4"><path d="M1 1"/></g></svg>',
    );
    const drawing = root.querySelector('g > svg');
    const own = drawing?.querySelector('rect');
    expect(['fill', 'stroke', 'font-weight'].map((name) => own?.getAttribute(name))).toEqual([
      ...['url(#slant)', 'url(#b)', null],
    ]);
    expect([drawing?.querySelector('circle'), drawing?.querySelector('foreignObject')]).toEqual([null, null]);
    expect(drawing?.querySelector('g')?.getAttribute('opacity')).toBe('0.4');
  });

  test('that has no room is not there', () => {
    const { root } = picture('<svg data-box="10 20 10 70"></svg><svg data-box="10 20 30 20"></svg>');
    expect(root.querySelector('g > svg')).toBeNull();
  });
});

test.each(['dark', undefined])('is in the light colours, and the page stays as it was: %s', (theme) => {
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  const styles = document.head.childElementCount;
  const seen: (string | undefined)[] = [];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => {
    seen.push(dataset.theme);
    return rect(0, 0, 1, 1);
  });
  picture('<p>x</p>');
  expect(new Set(seen)).toEqual(new Set(['light']));
  expect([dataset.theme, document.head.childElementCount]).toEqual([theme, styles]);
  if (before === undefined) delete dataset.theme;
  else dataset.theme = before;
});

test('a file of the font is fetched for any of its letters, from the first of a range to its last', () => {
  const range = 'U+0041-005A, u+F1, U+1F600';
  const letters = (text: string) => new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  expect(
    ['A', 'Z', '@', '[', 'ñ', 'ò', '\u{1f600}', '1m', '1Mm', ''].map((each) => holds(range, letters(each))),
  ).toEqual([true, true, false, false, true, false, true, false, true, false]);
});

test('as a file of points it is twice as large as on the screen, and says where none was made', async () => {
  const drawn: number[][] = [];
  vi.spyOn(Image.prototype, 'decode').mockResolvedValue(undefined);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => ({ drawImage: (_: unknown, ...place: number[]) => drawn.push(place) }) as never,
  );
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
  toBlob.mockImplementation((give, kind) => give(new Blob([kind ?? ''])));
  const own = { svg: '<svg><title>x</title></svg>', width: 30, height: 20 };
  expect(new TextDecoder().decode(await pngOf(own))).toBe('image/png');
  expect(drawn).toEqual([[0, 0, 60, 40]]);
  toBlob.mockImplementation((give) => give(null));
  await expect(pngOf(own)).rejects.toThrow('no picture');
});

test('as a file of points it brings the files of its own upright font for its letters, and none where one fails', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.endsWith('gone.woff2')) throw new Error('It is gone.');
    return new Response(new TextEncoder().encode(url.slice(-7)));
  });
  const drawn: string[] = [];
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(async function (this: HTMLImageElement) {
    drawn.push(decodeURIComponent(this.src.replace(/^[^,]*,/, '')));
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['x'])));
  const face = (family: string, slant: string, file: string, range: string) =>
    `@font-face{font-family:'${family}';font-style:${slant};src:url("./${file}.woff2") format('woff2');unicode-range:${range}}`;
  const sheet = document.createElement('style');
  sheet.textContent = [
    'p{color:red}',
    face('Inter Variable', 'normal', 'a', 'U+41-5A'),
    face('Inter Variable', 'normal', 'b', 'U+F1'),
    face('Inter Variable', 'italic', 'c', 'U+41-5A'),
    face('Other', 'normal', 'd', 'U+41-5A'),
    face('Inter Variable', 'normal', 'gone', 'U+1F600'),
  ].join('');
  document.head.append(sheet);
  const brought = async (words: string) => {
    await pngOf({ svg: `<svg><title>${words}</title></svg>`, width: 1, height: 1 });
    return [asked.splice(0).map((url) => new URL(url).pathname), drawn.splice(0)[0]];
  };
  const style = (...files: readonly (readonly [name: string, range: string])[]) =>
    files
      .map(
        ([name, range]) =>
          `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(name)}) format('woff2');unicode-range:${range}}`,
      )
      .join('');
  const svg = (faces: string, words: string) => `<svg><style>${faces}</style><title>${words}</title></svg>`;
  expect(await brought('A')).toEqual([['/a.woff2'], svg(style(['a.woff2', 'U+41-5A']), 'A')]);
  expect(await brought('Añ')).toEqual([
    ['/a.woff2', '/b.woff2'],
    svg(style(['a.woff2', 'U+41-5A'], ['b.woff2', 'U+F1']), 'Añ'),
  ]);
  expect(await brought('A\u{1f600}')).toEqual([['/a.woff2', '/gone.woff2'], svg('', 'A\u{1f600}')]);
  sheet.remove();
  vi.unstubAllGlobals();
});
