/** The app's one address in Electron. Scheme and host are the origin of the local copy: they never change. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'bundle';
export const APP_START = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** True for an address inside the app. Node gives app: addresses no origin, so scheme and host are compared. */
export function isAppAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

/** What is needed of Electron's WebFrameMain to know who speaks. */
export type SenderFrame = { readonly url: string; readonly parent: unknown };

/** True for the app's own top frame. Null stands for a frame that has navigated or gone: refused. */
export function isAppFrame(frame: SenderFrame | null): frame is SenderFrame {
  return frame !== null && frame.parent === null && isAppAddress(frame.url);
}
