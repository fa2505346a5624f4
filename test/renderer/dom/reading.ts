import { fireEvent } from '@testing-library/react';

/** What somebody reads of a part of the page, and what is copied of a table. */

const LINES = [
  'P',
  'LI',
  'TR',
  'H2',
  'H3',
  'LEGEND',
  'CAPTION',
  'SUMMARY',
  'DIV',
  'SECTION',
  'UL',
  'OL',
  'TABLE',
];

/**
 * A part of the page line by line, as it is read aloud: cells apart by «|», presses in brackets with what is said of them beside
 * their words («on», «off», a name, a title), fields with what stands in them. Bars and icons say nothing.
 */
export function readOf(part: Element): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    const read = line.replaceAll(/\s+/gu, ' ').trim();
    if (read !== '') lines.push(read);
    line = '';
  };
  const read = (node: Node): void => {
    if (!(node instanceof Element)) {
      line += node.textContent ?? '';
      return;
    }
    if (node.getAttribute('aria-hidden') === 'true' && node.closest('td') === null) return;
    if (node.tagName === 'svg') return;
    const isLine = LINES.includes(node.tagName);
    if (isLine) end();
    if (node.tagName === 'INPUT') line += fieldOf(node as HTMLInputElement);
    else if (node.tagName === 'BUTTON') line += pressOf(node as HTMLButtonElement);
    else {
      for (const child of node.childNodes) read(child);
      line += titleOf(node);
      if (node.tagName === 'TD' || node.tagName === 'TH')
        line += node.nextElementSibling === null ? '' : ' | ';
    }
    if (isLine) end();
  };
  read(part);
  end();
  return lines;
}

/** A figure's own title is its exact value, which a look at it tells. */
function titleOf(node: Element): string {
  const title = node.getAttribute('title') ?? '';
  return title === '' || node.tagName === 'DATA' || title === node.textContent ? '' : ` (${title})`;
}

function pressOf(press: HTMLButtonElement): string {
  const words = (press.textContent ?? '').trim();
  const name = press.getAttribute('aria-label') ?? '';
  const said = [
    press.disabled ? 'off' : '',
    ...['aria-pressed', 'aria-expanded', 'aria-checked'].map((mark) =>
      press.getAttribute(mark) === 'true' ? 'on' : '',
    ),
    name === words ? '' : name,
    press.title === words ? '' : press.title.replaceAll('\n', ' / '),
  ].filter((each) => each !== '');
  return `[${[words, ...said].join(', ')}]`;
}

function fieldOf(field: HTMLInputElement): string {
  const named = field.getAttribute('aria-label') ?? '';
  const value = field.type === 'checkbox' ? (field.checked ? 'x' : ' ') : field.value || field.placeholder;
  return `${named === '' ? '' : `${named}: `}{${field.disabled ? 'off ' : ''}${value}}${titleOf(field)}`;
}

/** A table's lines as Ctrl+C takes them, cells apart by «|». */
export function copiedOf(table: Element): readonly string[] {
  let copied = '';
  const setData = (_: string, text: string): void => {
    copied = text;
  };
  fireEvent.copy(table, { clipboardData: { setData } });
  return copied.split(/\r?\n/u).map((line) => line.replaceAll('\t', ' | '));
}
