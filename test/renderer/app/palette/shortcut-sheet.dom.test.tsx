import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ShortcutSheet } from '#renderer/app/palette/shortcut-sheet.tsx';
import { openPage } from '#test/renderer/dom/page.tsx';

/** The sheet of all keys, as one reads it. */

const sheet = async () => {
  const onClose = vi.fn();
  await openPage({}, () => <ShortcutSheet onClose={onClose} />);
  const shown = await screen.findByTestId('shortcut-sheet');
  const groups = [...shown.querySelectorAll('section')].map((section) => [
    section.querySelector('h3')?.textContent,
    ...[...section.querySelectorAll('dl > div')].map((line) =>
      [...line.children].map(({ textContent }) => textContent).join(' = '),
    ),
  ]);
  return { shown, onClose, groups };
};

test('has every key with what it does, written as on a Spanish keyboard', async () => {
  const { shown, groups } = await sheet();
  expect(shown.querySelector('h2')?.textContent).toBe('Atajos de teclado');
  expect(groups).toEqual([
    [
      'En todas partes',
      'Ctrl+K = Buscar qué hacer',
      '? = Atajos de teclado',
      'Ctrl+1 … 6 = Cambiar de pantalla',
      'F6 = Parte siguiente de la pantalla; con Mayús, la anterior',
      'F5 = Leer los cambios',
      'Ctrl+F = Buscar',
      'Ctrl+E = Exportar lo que se ve',
      'Ctrl+Mayús+S = Guardar la vista',
      'Ctrl+Z = Deshacer lo último: filtros, período, columnas',
      'Ctrl+B = Plegar o abrir la barra lateral',
      'Ctrl+, = Ajustes',
      'Ctrl+Mayús+A = Cambiar de cuenta',
      'Ctrl+Mayús+H = Ocultar o mostrar montos y compradores',
    ],
    [
      'Período',
      'Ctrl+D = Elegir período',
      'T M Q Y P O R S A D = Con la lista abierta: día, mes, trimestre y año en curso; mes, trimestre y año completos, y un año antes',
      'Alt+← Alt+→ = Período anterior y siguiente',
    ],
    [
      'Tablas',
      '← → ↑ ↓ = Mover la celda',
      'Inicio Fin Re Pág Av Pág = Inicio, fin y páginas',
      'Mayús = Con las flechas: extender la selección',
      'Ctrl+A = Toda la columna',
      'Ctrl+C = Copiar para una planilla',
      'Ctrl+Alt+C = Copiar con encabezados',
      'Ctrl+Alt+Mayús+C = Copiar con encabezados y su procedencia',
      'Intro = Abrir la orden',
      '→ ← = Abrir y cerrar la orden',
      'Mayús+F10 = Menú de la celda',
      'Esc = Cerrar',
      'Alt+↓ = Ordenar por la columna',
      'Alt+Intro = Menú de la columna',
      'Ctrl+Alt+← → = Mover la columna',
      'Alt+Mayús+← → = Cambiar su ancho',
      'Ctrl+Mayús+C = Elegir columnas',
    ],
  ]);
  // Read from its beginning.
  expect(document.activeElement).toBe(shown);
});

test('is closed by its button and by Escape', async () => {
  const { shown, onClose } = await sheet();
  fireEvent.click(shown.querySelector('button') as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.keyDown(shown, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(2);
});
