import type { CheckStep } from '#renderer/data/api/export-check.ts';
import type { startPage } from '#test/renderer/data/storage/started-page.ts';

type Service = Pick<ReturnType<typeof startPage>['service'], 'startCheck' | 'readCheck'>;

/** A check of a file to its end. */
export async function checked(
  service: Service,
  file: Uint8Array | Blob,
  anyAccount = false,
): Promise<Exclude<CheckStep, { readonly kind: 'running' }>> {
  const blob = file instanceof Blob ? file : new Blob([new Uint8Array(file)]);
  const { checkId } = await service.startCheck({ file: blob, anyAccount });
  for (;;) {
    const step = await service.readCheck({ checkId });
    if (step.kind !== 'running') return step;
  }
}
