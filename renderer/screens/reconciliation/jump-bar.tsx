import { type RefObject, useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  BAR_ID,
  barHeight,
  elementOf,
  SECTIONS,
  type SectionId,
  scrollToSection,
} from '#renderer/reconciliation/parts/sections.ts';
import styles from './reconciliation.module.css';

const sectionSchema = z.enum(SECTIONS.map(({ id }) => id) as [SectionId, ...SectionId[]]);

/** A section counts as reached from so far below the bar on. */
const REACHED_PX = 24;

/** The section that stands under the bar: the last one whose top is reached. */
function sectionAt(scroller: HTMLElement): SectionId {
  const top = scroller.getBoundingClientRect().top + barHeight() + REACHED_PX;
  const reached = SECTIONS.filter(
    ({ id }) => (elementOf(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= top,
  );
  return reached.at(-1)?.id ?? SECTIONS[0].id;
}

/** Where one is among the sections, followed while one scrolls, and remembered. */
export function useSectionInView(scroller: RefObject<HTMLElement | null>): {
  readonly section: SectionId;
  readonly jump: (section: SectionId) => void;
} {
  const [remembered, remember] = useScreenState<SectionId>(
    'reconciliation.section',
    sectionSchema,
    SECTIONS[0].id,
  );
  const [section, setSection] = useState(remembered);
  const jump = useCallback(
    (next: SectionId) => {
      setSection(next);
      remember(next);
      scrollToSection(next);
    },
    [remember],
  );
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const follow = (): void => {
      const next = sectionAt(element);
      setSection(next);
      remember(next);
    };
    element.addEventListener('scrollend', follow);
    return () => element.removeEventListener('scrollend', follow);
  }, [scroller, remember]);
  const { detail } = useNavigation().address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one was when one came, or what one was led to
  useEffect(() => {
    if (detail === null && remembered !== SECTIONS[0].id) scrollToSection(remembered);
  }, []);
  return { section, jump };
}

/** The sections of the screen; stays in view, and says where one is. */
export function JumpBar(props: {
  readonly section: SectionId;
  readonly onJump: (section: SectionId) => void;
}) {
  const text = useText();
  return (
    <nav id={BAR_ID} className={styles.jump} aria-label={text('reconciliation.jump')}>
      {SECTIONS.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          data-testid={`jump-${id}`}
          aria-current={props.section === id ? 'true' : undefined}
          onClick={() => props.onJump(id)}
        >
          {text(name)}
        </button>
      ))}
    </nav>
  );
}
