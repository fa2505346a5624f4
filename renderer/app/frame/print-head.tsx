import { useEffect } from 'react';
import { useNow } from '#renderer/features/messages/time-messages.ts';
import { filtersLine, useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { usePageMargin } from '#renderer/features/provenance/page-margins.ts';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './print-head.module.css';

/** What an A4 has for a table, under the head and over the totals, at 96 to the inch. */
const UPRIGHT_PX = { width: 718, height: 880 };
const LYING_PX = { width: 1047, height: 560 };

/** Tables are drawn for the size they have on the screen: on paper they keep it, made smaller (grid.module.css). */
function usePrintSize(): void {
  useEffect(() => {
    const measure = (): void => {
      const table = document.querySelector<HTMLElement>('[data-whole]');
      if (table === null) return;
      markCut(table);
      const size = { width: wholeColumns(table), height: table.offsetHeight - roomLeft(table) };
      const { style } = document.documentElement;
      style.setProperty('--print-height', `${size.height}px`);
      style.setProperty('--print-width', `${size.width}px`);
      // Which way the paper lies is chosen later.
      style.setProperty('--print-zoom', zoomInto(UPRIGHT_PX, size));
      style.setProperty('--print-zoom-lying', zoomInto(LYING_PX, size));
    };
    window.addEventListener('beforeprint', measure);
    return () => window.removeEventListener('beforeprint', measure);
  }, []);
}

type Size = { readonly width: number; readonly height: number };

function zoomInto(page: Size, table: Size): string {
  return String(Math.min(1, page.width / table.width, page.height / table.height));
}

/** As far as the last column that is seen whole: half a figure on paper would be another figure. */
function wholeColumns(table: HTMLElement): number {
  const { left, right } = table.getBoundingClientRect();
  const ends = [...table.querySelectorAll('[data-header]')]
    .map((header) => header.getBoundingClientRect().right)
    .filter((end) => end <= right + 1);
  const atEnd = table.querySelector('[data-zone=end]') !== null;
  return atEnd || ends.length === 0 ? table.offsetWidth : Math.ceil(Math.max(...ends) - left);
}

/** Marks cells half under what is pinned: not printed (grid.module.css), half a figure would be another figure. */
export function markCut(table: HTMLElement): void {
  const from = table.querySelector('[data-zone=pins]')?.getBoundingClientRect().right ?? 0;
  const to = table.querySelector('[data-zone=end]')?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY;
  const cells = table.querySelectorAll<HTMLElement>('[data-zone=strip] > :not([data-left])');
  for (const cell of cells) {
    const { left, right } = cell.getBoundingClientRect();
    // Borders may stand a fraction of a px over.
    const isCut = (left < from - 1 && right > from) || (right > to + 1 && left < to);
    cell.dataset.cut = String(isCut);
  }
}

/** What is empty between the last line of a table and its totals; less than 0 where all of more lines are drawn. */
function roomLeft(table: HTMLElement): number {
  const body = table.querySelector('[data-part=body]');
  if (body !== null && table.dataset.whole === 'true') {
    const lines = [...table.querySelectorAll<HTMLElement>('[data-row]')];
    const linesPx = lines.reduce((sum, line) => sum + line.offsetHeight, 0);
    return Math.floor(body.getBoundingClientRect().height - linesPx);
  }
  const ends = [...table.querySelectorAll('[data-row]')]
    .map((line) => line.getBoundingClientRect())
    .flatMap(({ height, bottom }) => (height === 0 ? [] : [bottom]));
  if (body === null || ends.length === 0) return 0;
  return Math.max(0, Math.floor(body.getBoundingClientRect().bottom - Math.max(...ends)));
}

/** On paper only: whose figures these are, of which days, under which filters, and when they were printed. */
export function PrintHead(props: { readonly screen: string; readonly isSelection: boolean }) {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const facts = useFactsNow();
  usePrintSize();
  useShortcut('ctrl+p', () => window.print());
  const whose = [facts.account, facts.currency].filter((part) => part !== '').join(' · ');
  const filters = filtersLine(facts, text);
  const days = `${facts.period}, ${facts.zone}`;
  const revision = [
    facts.revision === '' ? '' : `${text('fact.revision')} ${facts.revision}`,
    facts.known === '' ? '' : `${text('fact.known')} ${facts.known}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
  usePageMargin('whose', [whose, props.screen].join(' · '));
  usePageMargin('days', props.isSelection ? days : null);
  usePageMargin('filters', props.isSelection ? filters : null);
  usePageMargin('revision', revision);
  return (
    <div className={styles.head} aria-hidden="true">
      <p>
        <b>{whose}</b>
        <span>{text('print.printed', { moment: formatMoment(machineLocal(now), formats.dates) })}</span>
      </p>
      <p>
        <b className={styles.title}>{props.screen}</b>
        <span>{revision}</span>
      </p>
      {props.isSelection ? (
        <p>
          <span>{days}</span>
          <span>{filters}</span>
        </p>
      ) : null}
    </div>
  );
}
