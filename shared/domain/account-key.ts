/** A channel's account as one text: whatever its names hold, no other has it. Kept in evidence and closes, so it stays as it is. */
export const accountKey = (canal: string, cuenta: string): string => JSON.stringify([canal, cuenta]);
