import { Brand } from '#renderer/ui/icon.tsx';

/** The frame before anything is known: the same that index.html paints before the program is there. */
export function FrameSkeleton() {
  return (
    <div className="app skeleton" aria-busy="true">
      <div className="rail">
        <div className="brand">
          <Brand />
          <span>Cuadra</span>
        </div>
      </div>
      <div className="main">
        <ScreenSkeleton name={null} />
      </div>
    </div>
  );
}

/** A screen whose program, or whose figures, are on their way. */
export function ScreenSkeleton(props: { readonly name: string | null }) {
  return (
    <>
      <header className="top">{props.name === null ? null : <h1>{props.name}</h1>}</header>
      <div className="skeleton-rows" />
    </>
  );
}
