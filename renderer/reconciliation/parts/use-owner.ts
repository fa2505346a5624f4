import { z } from 'zod';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';

/** As long as a name may be. */
export const MAX_OWNER_LENGTH = 200;
const ownerSchema = z.string().max(MAX_OWNER_LENGTH);

/** The name of who says something (a state, a cost, a close): said once, and remembered for all of them. */
export const useOwner = () => useScreenState<string>('reconciliation.owner', ownerSchema, '');
