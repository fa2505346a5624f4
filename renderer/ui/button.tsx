import type { ComponentProps } from 'react';

/** A button that submits nothing. */
export function Button(props: ComponentProps<'button'> & { readonly 'data-value'?: string }) {
  return <button type="button" {...props} />;
}
