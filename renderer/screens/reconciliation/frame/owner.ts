import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';

export const MOST_OWNER_LENGTH = 200;
const ownerSchema = z.string().max(MOST_OWNER_LENGTH);

/** The name of who says something on this screen, whatever it is about: typed once, it is remembered. */
export const useOwner = () => useScreenState<string>('reconciliation.owner', ownerSchema, '');
