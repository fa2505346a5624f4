/** Which host shows the page, and the version of it. */
export type HostInfo = {
  readonly host: 'desktop' | 'browser';
  readonly version: string;
};
