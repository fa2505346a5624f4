import { PICTURE_FONT, type Picture } from './draw-picture.ts';

/** Twice as many points as px: sharp on paper and on screens of today. */
const POINTS_A_PX = 2;

const [OWN_FONT = ''] = PICTURE_FONT.split(',').map((name) => name.replace(/'/g, ''));

/** The picture as a PNG, in the interface's own font. */
export async function pngOf({ svg, width, height }: Picture): Promise<Uint8Array<ArrayBuffer>> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withFont(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * POINTS_A_PX;
  canvas.height = height * POINTS_A_PX;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser made no picture of it.');
  return new Uint8Array(await blob.arrayBuffer());
}

/** An image sees nothing of the page, not even its fonts: those that its letters need come with it. */
async function withFont(svg: string): Promise<string> {
  const faces = await Promise.all(
    facesOf(svg).map(async ({ url, range }) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      const text = bytes.reduce((all, byte) => all + String.fromCharCode(byte), '');
      return `@font-face{font-family:'${OWN_FONT}';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(text)}) format('woff2');unicode-range:${range}}`;
    }),
  ).catch(() => []);
  return svg.replace('<title>', `<style>${faces.join('')}</style><title>`);
}

/** The files of the font that the page has for the letters of a text. */
function facesOf(text: string): readonly { readonly url: string; readonly range: string }[] {
  const letters = new Set(Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  return [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSFontFaceRule)) return [];
      const { style } = rule;
      const range = style.getPropertyValue('unicode-range');
      const [, file] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src')) ?? [];
      const isOwn = style.getPropertyValue('font-family').replace(/["']/g, '') === OWN_FONT;
      const isUpright = !style.getPropertyValue('font-style').includes('italic');
      if (!isOwn || !isUpright || file === undefined || !holds(range, letters)) return [];
      return [{ url: new URL(file, sheet.href ?? document.baseURI).href, range }];
    }),
  );
}

/** Whether any of the letters lies in a range as style sheets write it. */
export function holds(range: string, letters: ReadonlySet<number>): boolean {
  const spans = range.split(',').map((part) => {
    const [from = '', to = from] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return [...letters].some((letter) => spans.some(([from, to]) => letter >= from && letter <= to));
}
