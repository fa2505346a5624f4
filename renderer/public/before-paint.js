// Before anything is painted: the theme, the language, the size of text and the rail as they were chosen (views/preferences.tsx).
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('cuadra.preferences') ?? '{}') ?? {};
  } catch {
    // As if nothing had been chosen.
  }
  const root = document.documentElement;
  const isDark =
    chosen.theme === 'dark' ||
    (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  if (chosen.language === 'en') root.lang = 'en';
  if (chosen.textSize === '115' || chosen.textSize === '130') root.dataset.textSize = chosen.textSize;
  if (chosen.rail === 'mini') root.dataset.rail = 'mini';
})();
