/**
 * The shape of an order's number: a nine for each digit and an A for each letter, everything else as it is (`#999-A`).
 * A number of none of the shapes that the orders have is hardly one of theirs.
 */
export const shapeOfNumber = (text: string): string =>
  text.trim().replace(/\p{L}/gu, 'A').replace(/\p{N}/gu, '9');

/** Whether a number may be meant where another stands: of a shape that orders have, or as long a one as it. */
export function mayBeMeant(text: string, written: string, shapes: readonly string[]): boolean {
  const shape = shapeOfNumber(text);
  return shape.includes('9') && (shapes.includes(shape) || shape === shapeOfNumber(written));
}
