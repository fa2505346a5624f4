import { type ReactNode, useEffect, useRef, useState } from 'react';

/** As far below or above the part in view: what one sees next is there when one gets there. */
const NEAR = '800px 0px';

/**
 * Draws its children, which ask their questions, once they come near the part in view, and keeps them from then on; until
 * then what stands for them. For a section whose answer costs seconds.
 */
export function NearView(props: { readonly instead: ReactNode; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(() => !('IntersectionObserver' in globalThis));
  useEffect(() => {
    if (isNear || element.current === null) return;
    const show = (): void => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { root: element.current.closest('[data-sections]'), rootMargin: NEAR },
    );
    observer.observe(element.current);
    globalThis.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('beforeprint', show);
    };
  }, [isNear]);
  return <div ref={element}>{isNear ? props.children : props.instead}</div>;
}
