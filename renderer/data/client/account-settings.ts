import type { StoredSettings } from '#renderer/data/model/backups.ts';

/** Settings that this browser keeps of an account (views, columns, screens), as a backup stores and restores them. */

/** Settings of the machine, not of an account: taken over only where nothing of them is remembered yet. */
const SHARED = 'preferences';
/** What lies in folders of this machine is no setting: a copy that is restored is another than what was exported there. */
const EXPORTED = 'exported';
const isName = (name: string): boolean => /^[a-z][a-z-]{0,39}$/.test(name) && name !== EXPORTED;

const keyOf = (name: string, accountId: string): string =>
  name === SHARED ? `cuadra.${SHARED}` : `cuadra.${name}.${accountId}`;

function nameOf(key: string, accountId: string): string | null {
  if (key === keyOf(SHARED, accountId)) return SHARED;
  const [start, end] = ['cuadra.', `.${accountId}`];
  if (!key.startsWith(start) || !key.endsWith(end)) return null;
  const name = key.slice(start.length, -end.length);
  return isName(name) ? name : null;
}

export function readAccountSettings(accountId: string): StoredSettings {
  const settings: { [name: string]: string } = {};
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index) ?? '';
      const name = nameOf(key, accountId);
      if (name !== null) settings[name] = localStorage.getItem(key) ?? '';
    }
  } catch {
    // A private window may refuse: then nothing is remembered either.
  }
  return settings;
}

/** Other tabs hear of it by themselves; what is drawn in this one would go on with what it read before. */
const announce = (key: string): void => void window.dispatchEvent(new StorageEvent('storage', { key }));

function put(key: string, text: string): void {
  localStorage.setItem(key, text);
  announce(key);
}

function forget(key: string): void {
  localStorage.removeItem(key);
  announce(key);
}

/** In the place of what is remembered of the account. */
export function takeAccountSettings(accountId: string, settings: StoredSettings): void {
  try {
    for (const name of Object.keys(readAccountSettings(accountId))) {
      if (name !== SHARED) forget(keyOf(name, accountId));
    }
    for (const [name, text] of Object.entries(settings)) {
      const key = keyOf(name, accountId);
      const isFree = name !== SHARED || localStorage.getItem(key) === null;
      if (isName(name) && isFree) put(key, text);
    }
  } catch {
    // As above.
  }
}
