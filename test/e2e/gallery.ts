import type { Picture } from './screen-pictures.ts';

/** The page on which all pictures are looked at: one file beside them, without a script of anybody else's. */

const FACETS = ['account', 'screen', 'width', 'theme', 'language'] as const;
type Facet = (typeof FACETS)[number];

function escapeHtml(text: string): string {
  const entities: { readonly [character: string]: string } = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

const STYLE = `
:root { color-scheme: light dark; font: 13px/1.4 system-ui, sans-serif; }
body { margin: 0; }
form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 4px 24px; padding: 8px 16px;
  background: Canvas; border-bottom: 1px solid GrayText; }
fieldset { display: flex; gap: 10px; margin: 0; padding: 0; border: 0; }
legend { float: left; margin-right: 10px; font-weight: 600; }
output { margin-left: auto; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(440px, 100%), 1fr)); gap: 16px; padding: 16px; }
figure { margin: 0; }
figure[hidden] { display: none; }
img { width: 100%; height: auto; border: 1px solid GrayText; }
`;

/** Shows the pictures whose every facet is ticked; the choice stands in the address, so that it survives a reload. */
const SCRIPT = `
const form = document.querySelector('form');
const boxes = [...form.querySelectorAll('input')];
const chosen = new URLSearchParams(location.hash.slice(1));
for (const box of boxes) if (chosen.has(box.name)) box.checked = chosen.getAll(box.name).includes(box.value);
function show(event) {
  const data = new FormData(form);
  let count = 0;
  for (const figure of document.querySelectorAll('figure')) {
    const facets = Object.entries(figure.dataset);
    figure.hidden = !facets.every(([name, value]) => data.getAll(name).includes(value));
    if (!figure.hidden) count += 1;
  }
  document.querySelector('output').textContent = count + ' of ' + document.querySelectorAll('figure').length;
  if (event) history.replaceState(null, '', '#' + new URLSearchParams(data));
}
form.addEventListener('change', show);
show();
`;

function facetChoice(facet: Facet, pictures: readonly Picture[]): string {
  const values = [...new Set(pictures.map((picture) => String(picture[facet])))];
  const boxes = values.map(
    (value) =>
      `<label><input type="checkbox" name="${facet}" value="${escapeHtml(value)}" checked> ${escapeHtml(value)}</label>`,
  );
  return `<fieldset><legend>${facet}</legend>${boxes.join('')}</fieldset>`;
}

function pictureFigure(picture: Picture): string {
  const { file, width, height } = picture;
  const data = FACETS.map((facet) => `data-${facet}="${escapeHtml(String(picture[facet]))}"`).join(' ');
  const name = FACETS.map((facet) => escapeHtml(String(picture[facet]))).join(' · ');
  const source = escapeHtml(encodeURIComponent(file));
  return `<figure ${data}><a href="${source}"><img src="${source}" alt="${name}" width="${width}" height="${height}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
}

/** The page of these pictures. Text of HTML. */
export function galleryPage(pictures: readonly Picture[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cuadra: every screen</title>
<style>${STYLE}</style>
<form aria-label="Which pictures">${FACETS.map((facet) => facetChoice(facet, pictures)).join('')}<output aria-live="polite"></output></form>
<main>
${pictures.map(pictureFigure).join('\n')}
</main>
<script>${SCRIPT}</script>
</html>
`;
}
