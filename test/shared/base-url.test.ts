import { describe, expect, it } from 'vitest';
import { hostOf, isLoopbackHost, readBaseUrl } from '#shared/domain/base-url.ts';

describe('base address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' HTTPS://API.Example.com/Analytics/v1/ ', 'https://api.example.com/Analytics/v1'],
    ['https://api.example.com:8443///', 'https://api.example.com:8443'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:4000/x', 'http://127.0.0.1:4000/x'],
    ['http://[::1]:4000/', 'http://[::1]:4000'],
    ['http://127.255.0.254', 'http://127.255.0.254'],
    ['https://api.localhost', 'https://api.localhost'],
    ['\thttps://api.example.com\n', 'https://api.example.com'],
    ['HTTP://LOCALHOST:65535', 'http://localhost:65535'],
    ['https://a', 'https://a'],
    ['https://api.example.com//a//b//', 'https://api.example.com//a//b'],
  ])('takes %s', (text, baseUrl) => {
    expect(readBaseUrl(text)).toEqual({ ok: true, baseUrl });
  });

  it.each([
    ['http://api.example.com', 'insecure'],
    ['HTTP://datos.example.com', 'insecure'],
    [' Http://10.0.0.1:80/v1/', 'insecure'],
    ['http://127.0.0.1.example.com', 'insecure'],
    ['http://localhost.example.com', 'insecure'],
    ['http://10.0.0.1', 'insecure'],
    // Names: only the resolver says that they are this machine, and it may say otherwise.
    ['http://evil.localhost', 'insecure'],
    ['http://api.localhost:4000', 'insecure'],
    ['http://127.0.0.999', 'insecure'],
    ['http://127.0.0.1.localhost', 'insecure'],
    ['http://127.1', 'insecure'],
    ['http://localhost-x', 'insecure'],
    ['http://[::1:1]', 'insecure'],
    ['https://user:pass@api.example.com', 'credentials'],
    ['http://localhost@evil.example', 'credentials'],
    ['https://api.example.com/?a=1', 'query'],
    ['https://api.example.com/#x', 'query'],
    ['ftp://api.example.com', 'not-a-url'],
    ['api.example.com', 'not-a-url'],
    ['https://', 'not-a-url'],
    ['https://a b', 'not-a-url'],
    ['https://x:99999', 'not-a-url'],
    ['https://x:65536', 'not-a-url'],
    ['https://x:', 'not-a-url'],
    ['https://x:8a', 'not-a-url'],
    ['https://-x', 'not-a-url'],
    ['https://x.', 'not-a-url'],
    ['https://[::1', 'not-a-url'],
    ['https://[::1]x', 'not-a-url'],
    ['xhttps://api.example.com', 'not-a-url'],
    ['https://api.example.com/a b', 'not-a-url'],
    ['http://evil.example\\@localhost', 'not-a-url'],
    ['', 'not-a-url'],
  ])('refuses %s', (text, problem) => {
    expect(readBaseUrl(text)).toEqual({ ok: false, problem });
  });

  it('agrees with the platform about the host that would be asked', () => {
    for (const text of ['https://api.example.com:8443/a/b/', 'http://127.0.0.1:1/x', 'http://[::1]/']) {
      const reading = readBaseUrl(text);
      if (!reading.ok) throw new Error(text);
      const url = new URL(reading.baseUrl);
      expect(reading.baseUrl.startsWith(`${url.protocol}//${url.host}`)).toBe(true);
      if (url.protocol === 'http:') expect(isLoopbackHost(url.hostname)).toBe(true);
    }
  });
});

describe('where requests to a base address go', () => {
  it.each([
    ['https://api.example.com/Analytics/v1', 'api.example.com'],
    ['https://api.example.com:8443', 'api.example.com:8443'],
    ['https://api.example.com:443/x', 'api.example.com'],
    ['https://api.example.com:80', 'api.example.com:80'],
    ['http://localhost:80/v1', 'localhost'],
    ['http://[::1]:4000', '[::1]:4000'],
    ['HTTPS://API.Example.com', 'api.example.com'],
    ['HTTPS://API.Example.com:443/V1', 'api.example.com'],
    ['HTTP://LOCALHOST:80', 'localhost'],
    ['no address', 'no address'],
  ])('is told of %s', (baseUrl, host) => {
    expect(hostOf(baseUrl)).toBe(host);
  });

  it('is what the browser makes of it', () => {
    for (const text of [
      'https://a.example:443/b',
      'http://127.0.0.1:80',
      'https://x.y:8443/z',
      'http://[::1]:1',
    ])
      expect(hostOf(text)).toBe(new URL(text).host);
  });
});
