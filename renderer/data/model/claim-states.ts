/** How far a claim is. */
export const CLAIM_STATES = ['to-send', 'sent', 'accepted', 'rejected', 'paid'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/**
 * By which figures a refund shows: lines of statements alone, where a statement is what is claimed against; money that came, where
 * none had; else what the rows of the order leave, or lines of statements.
 */
export const CLAIM_MEASURES = ['statements', 'payment', 'rows'] as const;
export type ClaimMeasure = (typeof CLAIM_MEASURES)[number];
