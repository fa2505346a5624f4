import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Build,
  CHECK_EVERY_MS,
  FIRST_CHECK_AFTER_MS,
  isCheckDue,
  releasesAddress,
  releaseVersion,
  updateFailure,
  updateObstacle,
} from '#electron/desktop/update-rules.ts';
import type { UpdateStep } from '#shared/contract/updates.ts';

const FEED = 'owner: acme\nrepo: cuadra\nprovider: github\nupdaterCacheDirName: cuadra-updater\n';
const SIGNED = `${FEED}publisherName:\n  - CN=Acme SpA\n`;

const builds: fc.Arbitrary<Build> = fc.record({
  isPackaged: fc.boolean(),
  platform: fc.constantFrom('win32', 'darwin', 'linux', 'freebsd'),
  feed: fc.constantFrom(null, '', FEED, SIGNED, SIGNED.replaceAll('\n', '\r\n')),
  environment: fc.record(
    { APPIMAGE: fc.constant('/a.AppImage'), PORTABLE_EXECUTABLE_FILE: fc.constant('C:\\a.exe') },
    { requiredKeys: [] },
  ),
});

describe('whether a build updates itself', () => {
  it('is so only where whatever comes is checked to be signed by the same hand', () => {
    fc.assert(
      fc.property(builds, (build) => {
        if (updateObstacle(build) !== null) return;
        expect(build.isPackaged).toBe(true);
        expect(build.feed).not.toBeNull();
        expect(['win32', 'darwin']).toContain(build.platform);
        if (build.platform === 'win32') {
          expect(build.feed).toContain('CN=Acme SpA');
          expect(build.environment).not.toHaveProperty('PORTABLE_EXECUTABLE_FILE');
        }
      }),
    );
  });

  it.each([
    ['win32', SIGNED, {}, null],
    ['darwin', FEED, {}, null],
    ['win32', FEED, {}, 'unsigned'],
    ['win32', null, {}, 'unsigned'],
    ['darwin', null, {}, 'unsigned'],
    ['win32', SIGNED, { PORTABLE_EXECUTABLE_FILE: 'C:\\a.exe' }, 'portable'],
    ['linux', SIGNED, { APPIMAGE: '/a.AppImage' }, 'appimage'],
    ['linux', SIGNED, {}, 'package'],
  ] as const)('%s %j %j: %s', (platform, feed, environment, obstacle) => {
    expect(updateObstacle({ isPackaged: true, platform, feed, environment })).toBe(obstacle);
    expect(updateObstacle({ isPackaged: false, platform, feed, environment })).toBe('sources');
  });

  it.each([
    'publisherName:',
    'publisherName: null',
    'publisherName: []',
    'publisherName:\n  - null',
    'publisherName:\n  - ""',
  ])('names nobody on Windows: %j', (names) => {
    const build = { isPackaged: true, platform: 'win32', environment: {} } as const;
    expect(updateObstacle({ ...build, feed: `${FEED}${names}\nchannel: latest\n` })).toBe('unsigned');
  });
});

const steps: fc.Arbitrary<UpdateStep> = fc.constantFrom(
  { kind: 'unasked' },
  { kind: 'checking' },
  { kind: 'current' },
  { kind: 'found', version: '2.0.0' },
  { kind: 'downloading', version: '2.0.0', percent: 1 },
  { kind: 'ready', version: '2.0.0' },
  { kind: 'installing', version: '2.0.0' },
  { kind: 'failed', version: null, why: 'unreachable' },
);

describe('when it asks by itself', () => {
  const WITHIN = 3 * CHECK_EVERY_MS;
  it('never in the first minute, twice a day, while something goes on, or while rows are read', () => {
    const facts = fc.record({
      startedAtMs: fc.constant(1e12),
      askedAtMs: fc.option(fc.integer({ min: 0, max: WITHIN }).map((ms) => 1e12 + ms)),
      nowMs: fc.integer({ min: 0, max: WITHIN }).map((ms) => 1e12 + ms),
      isReading: fc.boolean(),
      step: steps,
    });
    fc.assert(
      fc.property(facts, (each) => {
        const { startedAtMs, askedAtMs, nowMs, isReading, step } = each;
        const isFree = ['unasked', 'current', 'found', 'failed'].includes(step.kind) && !isReading;
        const isDue =
          askedAtMs === null
            ? nowMs >= startedAtMs + FIRST_CHECK_AFTER_MS
            : Math.abs(nowMs - askedAtMs) >= CHECK_EVERY_MS || nowMs < askedAtMs;
        expect(isCheckDue(each)).toBe(isFree && isDue);
      }),
    );
  });
});

describe('what comes from outside', () => {
  it('is a version only as releases have it', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(9999), fc.nat(9999), fc.nat(9999)),
        fc.string({ minLength: 1 }),
        (parts, more) => {
          const version = parts.join('.');
          expect(releaseVersion(version)).toBe(version);
          if (!/^\d+$/.test(more)) expect(releaseVersion(version + more)).toBeNull();
        },
      ),
    );
    for (const other of [null, 3, {}, '', '1.2', 'v1.2.3', '1.2.3\n', '1.2.3-beta.1'])
      expect(releaseVersion(other), String(other)).toBeNull();
  });

  it.each([
    ['ERR_UPDATER_INVALID_SIGNATURE', 'x', 'unsigned'],
    ['', 'Code signature at URL file:///x did not pass validation', 'unsigned'],
    ['', 'Cannot download "https://cdn.example/x?X-Amz-Signature=1", status 403: no', 'unreachable'],
    ['ERR_CHECKSUM_MISMATCH', 'x', 'damaged'],
    ['ENOSPC', 'x', 'disk'],
    ['', 'net::ERR_INTERNET_DISCONNECTED', 'unreachable'],
    ['HTTP_ERROR_503', 'x', 'unreachable'],
    ['ERR_UPDATER_INVALID_UPDATE_INFO', 'x', 'other'],
  ])('fails as %s «%s»: %s', (code, message, why) => {
    expect(updateFailure(Object.assign(new Error(message), code === '' ? {} : { code }))).toBe(why);
    expect(updateFailure(message)).toBe('other');
  });

  it('is a page of releases only on one site, and only there', () => {
    expect(releasesAddress('https://github.com/acme/cuadra')).toBe(
      'https://github.com/acme/cuadra/releases/latest',
    );
    for (const other of [
      undefined,
      'http://github.com/acme/cuadra',
      'https://github.com.evil.example/acme/cuadra',
      'https://github.com/acme/cuadra?x=1',
      'https://github.com/acme',
      'https://user@github.com/acme/cuadra',
      'file:///etc/passwd',
    ])
      expect(releasesAddress(other), String(other)).toBeNull();
  });
});
