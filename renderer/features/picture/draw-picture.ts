/**
 * A part of the page as one SVG that needs nothing else: what is laid out there, drawn again as rectangles, lines, texts and
 * the drawings it holds, in the colours of the light theme whatever the screen has. Presses, menus and what nobody sees are
 * left out.
 */

export type Picture = { readonly svg: string; readonly width: number; readonly height: number };

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const PICTURE_FONT =
  "'Inter Variable', Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MARGIN_PX = 16;
const TITLE_PX = 15;
const WORDS_PX = 11;
const WORDS_LINE_PX = 16;
const MIN_WIDTH_PX = 420;

/** Elements that are not drawn: the heading (it is the title), controls, and their hints. */
const LEFT_OUT = 'h2, header button, header [role=group], [role=menu], [role=dialog], [data-no-picture]';

/** The properties of a drawing that may come from style sheets. */
const DRAWN_STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
] as const;

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
type Sheet = {
  readonly shapes: string[];
  readonly texts: string[];
  readonly boxes: Box[];
  /** Notes that the heading has beside the title. */
  readonly notes: string[];
};

export function escapeXml(text: string): string {
  return (
    text
      // Characters that XML 1.0 cannot hold.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
  );
}

/** @param words what the picture is of: the first line is its title. */
export function drawPicture(root: Element, title: string, words: readonly string[]): Picture {
  const sheet: Sheet = { shapes: [], texts: [], boxes: [], notes: [] };
  inLightTheme(() => {
    for (const child of root.children) drawElement(child, sheet);
  });
  const left = Math.min(...sheet.boxes.map((box) => box.left));
  const top = Math.min(...sheet.boxes.map((box) => box.top));
  const right = Math.max(...sheet.boxes.map((box) => box.right));
  const bottom = Math.max(...sheet.boxes.map((box) => box.bottom));
  const hasContent = sheet.boxes.length > 0;
  const contentPx = hasContent ? { width: right - left, height: bottom - top } : { width: 0, height: 0 };
  const width = Math.ceil(Math.max(MIN_WIDTH_PX, contentPx.width)) + 2 * MARGIN_PX;
  const head = wrapped(title, width - 2 * MARGIN_PX, TITLE_PX);
  const notes = wrapped(sheet.notes.join(' · '), width - 2 * MARGIN_PX, WORDS_PX);
  const foot = words.flatMap((line) => wrapped(line, width - 2 * MARGIN_PX, WORDS_PX));
  const titlePx = head.length * (TITLE_PX + 6);
  const headPx = titlePx + notes.length * WORDS_LINE_PX + 8;
  const contentTop = MARGIN_PX + headPx;
  const footTop = contentTop + contentPx.height + 14;
  const height = Math.ceil(footTop + foot.length * WORDS_LINE_PX) + MARGIN_PX - 4;
  const line = (text: string, y: number, px: number, weight: number, ink: string): string =>
    `<text x="${MARGIN_PX}" y="${round(y)}" font-size="${px}" font-weight="${weight}" fill="${ink}">${escapeXml(text)}</text>`;
  const svg = [
    `<svg xmlns="${SVG_NAMESPACE}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${PICTURE_FONT}" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(words.join('\n'))}</desc>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...head.map((text, at) =>
      line(text, MARGIN_PX + TITLE_PX + at * (TITLE_PX + 6), TITLE_PX, 600, '#171b1d'),
    ),
    ...notes.map((text, at) =>
      line(text, MARGIN_PX + titlePx + WORDS_PX + at * WORDS_LINE_PX, WORDS_PX, 400, '#505357'),
    ),
    `<g transform="translate(${round(MARGIN_PX - (hasContent ? left : 0))} ${round(contentTop - (hasContent ? top : 0))})">`,
    ...sheet.shapes,
    ...sheet.texts,
    '</g>',
    ...foot.map((text, at) => line(text, footTop + WORDS_PX + at * WORDS_LINE_PX, WORDS_PX, 400, '#505357')),
    '</svg>',
  ].join('\n');
  return { svg, width, height };
}

/** Lines of about a width: letters of the interface's font are a little over half as wide as high. */
function wrapped(text: string, widthPx: number, fontPx: number): readonly string[] {
  const most = Math.max(10, Math.floor(widthPx / (fontPx * 0.56)));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

const round = (px: number): number => Math.round(px * 100) / 100;

/** The page in its light colours while something is read from it; nothing of it is ever seen. */
function inLightTheme(read: () => void): void {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  const still = document.createElement('style');
  // Colours that go over into each other would be read where they begin.
  still.textContent = '*, *::before, *::after { transition: none !important; }';
  document.head.append(still);
  dataset.theme = 'light';
  try {
    read();
  } finally {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
    // Styles that depend on it are settled before transitions are on again.
    void getComputedStyle(document.documentElement).color;
    still.remove();
  }
}

const CLEAR = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;

function isSeen(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return false;
  if (element.matches(LEFT_OUT)) return false;
  // For ears only.
  if (style.position === 'absolute' && style.clipPath.startsWith('inset(50%')) return false;
  // An icon to be pressed.
  return !(element instanceof HTMLButtonElement && (element.textContent ?? '').trim() === '');
}

function drawElement(element: Element, sheet: Sheet): void {
  const style = getComputedStyle(element);
  if (!isSeen(element, style)) return;
  const box = element.getBoundingClientRect();
  if (element instanceof SVGSVGElement) {
    if (box.width > 0 && box.height > 0) drawDrawing(element, box, sheet);
    return;
  }
  const isHeading = element.tagName === 'HEADER';
  if (!isHeading && box.width > 0 && box.height > 0) drawGround(box, style, sheet);
  // Words beside the title go below it, whole; what a colour or an icon goes with stays where it is.
  if (element.parentElement?.tagName === 'HEADER' && element.querySelector('i, svg') === null) {
    const note = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (note !== '') sheet.notes.push(note);
    return;
  }
  for (const node of element.childNodes) {
    if (node instanceof Element) drawElement(node, sheet);
    else if (node instanceof Text && node.data.trim() !== '') drawText(node, element, style, sheet);
  }
}

/** An edge that takes no room: the mark of a scope has one. */
const INSET_RING = /^(.+\)) 0px 0px 0px ([\d.]+)px inset$/;

/** Ground and edges of a box. */
function drawGround(box: DOMRect, style: CSSStyleDeclaration, sheet: Sheet): void {
  const { left, top, width, height, right, bottom } = box;
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  const place = `x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}"${radius > 0 ? ` rx="${round(radius)}"` : ''}`;
  const opacity = style.opacity === '1' ? '' : ` opacity="${style.opacity}"`;
  const before = sheet.shapes.length;
  if (!CLEAR.test(style.backgroundColor)) {
    sheet.shapes.push(`<rect ${place} fill="${escapeXml(style.backgroundColor)}"${opacity}/>`);
  }
  if (style.backgroundImage.includes('gradient'))
    sheet.shapes.push(hatched(place, style, sheet.shapes.length));
  const ring = INSET_RING.exec(style.boxShadow);
  if (ring !== null) {
    const px = Number(ring[2]);
    const inner = `x="${round(left + px / 2)}" y="${round(top + px / 2)}" width="${round(width - px)}" height="${round(height - px)}"${radius > 0 ? ` rx="${round(Math.max(0, radius - px / 2))}"` : ''}`;
    sheet.shapes.push(
      `<rect ${inner} fill="none" stroke="${escapeXml(ring[1] ?? '')}" stroke-width="${px}"/>`,
    );
  }
  const edges = [
    ['Top', left, top, right, top],
    ['Bottom', left, bottom, right, bottom],
    ['Left', left, top, left, bottom],
    ['Right', right, top, right, bottom],
  ] as const;
  for (const [side, x1, y1, x2, y2] of edges) {
    const px = Number.parseFloat(style[`border${side}Width`]) || 0;
    const line = style[`border${side}Style`];
    const ink = style[`border${side}Color`];
    if (px === 0 || line === 'none' || line === 'hidden' || CLEAR.test(ink)) continue;
    // The edge lies within its box.
    const inward = side === 'Top' || side === 'Left' ? px / 2 : -px / 2;
    const [dx, dy] = side === 'Top' || side === 'Bottom' ? [0, inward] : [inward, 0];
    const dashes =
      line === 'dashed' ? ' stroke-dasharray="3 2"' : line === 'dotted' ? ' stroke-dasharray="1 2"' : '';
    sheet.shapes.push(
      `<line x1="${round(x1 + dx)}" y1="${round(y1 + dy)}" x2="${round(x2 + dx)}" y2="${round(y2 + dy)}" stroke="${escapeXml(ink)}" stroke-width="${px}"${dashes}/>`,
    );
  }
  if (sheet.shapes.length > before) sheet.boxes.push(box);
}

/** Bars that the interface draws with slanting lines (costs of products) are slanted here too. */
function hatched(place: string, style: CSSStyleDeclaration, at: number): string {
  const inks = style.backgroundImage.match(/(?:rgba?|oklch|color)\([^)]*\)/g) ?? [];
  const ink = inks.find((each) => !CLEAR.test(each)) ?? style.color;
  const id = `hatch-${at}`;
  return `<pattern id="${id}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.5" height="4" fill="${escapeXml(ink)}"/></pattern><rect ${place} fill="url(#${id})"/>`;
}

/** A text line by line, as it stands. What the screen shortens is as short here. */
function drawText(node: Text, holder: Element, style: CSSStyleDeclaration, sheet: Sheet): void {
  const most = clippedAt(holder);
  for (const { text, box } of linesOf(node)) {
    if (box.left >= most - 1) continue;
    const isCut = box.right > most + 1;
    const shown = isCut ? shortenedText(text, (most - box.left) / (box.right - box.left)) : text;
    const isEnd = !isCut && (style.textAlign === 'right' || style.textAlign === 'end');
    const size = Number.parseFloat(style.fontSize);
    const middle = (box.top + box.bottom) / 2;
    const x = isEnd ? box.right : box.left;
    const capitals = style.textTransform === 'uppercase' ? shown.toUpperCase() : shown;
    sheet.texts.push(
      `<text x="${round(x)}" y="${round(middle + size * BASELINE)}" font-size="${round(size)}" font-weight="${style.fontWeight}" fill="${escapeXml(style.color)}"${isEnd ? ' text-anchor="end"' : ''} style="font-variant-numeric:${style.fontVariantNumeric};white-space:pre">${escapeXml(capitals)}</text>`,
    );
    sheet.boxes.push({ left: box.left, top: box.top, right: Math.min(most, box.right), bottom: box.bottom });
  }
}
/** From the middle of a line of the interface's font to its baseline. */
const BASELINE = 0.364;

/** Where something around a text hides what runs over its edge. */
function clippedAt(holder: Element): number {
  let edge = Number.POSITIVE_INFINITY;
  for (let around: Element | null = holder; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).textOverflow === 'ellipsis')
      edge = Math.min(edge, around.getBoundingClientRect().right);
    if (around.tagName === 'SECTION') break;
  }
  return edge;
}

function shortenedText(text: string, share: number): string {
  const characters = Array.from(text);
  return `${characters
    .slice(0, Math.max(1, Math.floor(characters.length * share) - 1))
    .join('')
    .trimEnd()}…`;
}

/** The lines that a text stands in, its spaces as they are drawn. */
function linesOf(node: Text): readonly { readonly text: string; readonly box: Box }[] {
  const range = document.createRange();
  const lines: { text: string; box: Box }[] = [];
  for (const { 0: word, index } of node.data.matchAll(/\s*\S+/g)) {
    const lead = word.length - word.trimStart().length;
    range.setStart(node, index + lead);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    const shown = word.trimStart();
    if (box.width === 0) continue;
    if (last !== undefined && Math.abs(last.box.top - box.top) < 2) {
      last.text = `${last.text}${lead > 0 ? ' ' : ''}${shown}`;
      last.box = { ...last.box, right: box.right };
    } else
      lines.push({
        text: shown,
        box: { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
      });
  }
  return lines;
}

/** A drawing of the page, with what style sheets say of it written into it. */
function drawDrawing(drawing: SVGSVGElement, box: DOMRect, sheet: Sheet): void {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, at) => {
    const drawn = copies[at];
    if (drawn !== undefined) settleLook(original, drawn);
  });
  for (const unseen of copy.querySelectorAll('[display=none], script, foreignObject')) unseen.remove();
  copy.setAttribute('x', String(round(box.left)));
  copy.setAttribute('y', String(round(box.top)));
  copy.setAttribute('width', String(round(box.width)));
  copy.setAttribute('height', String(round(box.height)));
  copy.setAttribute('overflow', 'visible');
  sheet.shapes.push(new XMLSerializer().serializeToString(copy));
  sheet.boxes.push(box);
}

/** Only what draws is kept: names, handlers and tests' marks say nothing in a file. */
const KEPT =
  /^(?:id|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|width|height|points|transform|viewBox|patternUnits|patternTransform|clip-path|clipPathUnits|offset|xmlns)$/;

function settleLook(original: Element, drawn: Element): void {
  const style = getComputedStyle(original);
  for (const { name } of [...drawn.attributes]) if (!KEPT.test(name)) drawn.removeAttribute(name);
  if (style.display === 'none' || style.visibility === 'hidden') {
    drawn.setAttribute('display', 'none');
    return;
  }
  for (const name of DRAWN_STYLES) {
    const value = style.getPropertyValue(name);
    if (value !== '' && value !== 'normal')
      drawn.setAttribute(name, value.replace(/url\("?[^"#]*(#[^")]+)"?\)/g, 'url($1)'));
  }
}
