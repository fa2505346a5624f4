import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { isDialogOpen } from '#renderer/features/shortcuts/shortcuts.ts';

const CheckDialog = lazy(async () => ({ default: (await import('./check-dialog.tsx')).CheckDialog }));

type ExportCheckControl = { readonly open: () => void };
const Context = createContext<ExportCheckControl | null>(null);

/** Opens «Comprobar un archivo»; null where there is no copy to check against. */
export function useExportCheck(): ExportCheckControl | null {
  return useContext(Context);
}

/** A workbook that is dragged over the window, or dropped on it. */
function hasWorkbook({ dataTransfer }: DragEvent): boolean {
  return dataTransfer !== null && [...dataTransfer.types].includes('Files');
}

/** One dialog for all who open it; a workbook that is dropped on the window opens it too. */
export function ExportCheckProvider(props: { readonly isReady: boolean; readonly children: ReactNode }) {
  const { isReady } = props;
  const [asked, setAsked] = useState<{ readonly file: File | null } | null>(null);
  const open = useCallback(() => setAsked({ file: null }), []);
  useEffect(() => {
    if (!isReady) return;
    const over = (event: DragEvent): void => {
      // Whoever takes other files says so itself.
      if (!event.defaultPrevented && hasWorkbook(event) && !isDialogOpen()) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented || isDialogOpen() || file === undefined) return;
      // Else the window would go to the file.
      event.preventDefault();
      setAsked({ file });
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [isReady]);
  const control = useMemo(() => (isReady ? { open } : null), [isReady, open]);
  return (
    <Context value={control}>
      {props.children}
      {asked === null || !isReady ? null : (
        <Suspense fallback={null}>
          <CheckDialog first={asked.file} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Context>
  );
}
