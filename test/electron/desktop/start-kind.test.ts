import { describe, expect, it } from 'vitest';
import { createStandby } from '#electron/desktop/standby.ts';
import { startFailureIn, startFailureLine } from '#electron/desktop/standby-lines.ts';
import { firstSight, startKindOf } from '#electron/desktop/start-kind.ts';

describe('who began the app', () => {
  it('is told by what it was begun with, wherever the system puts that', () => {
    expect(startKindOf(['cuadra'])).toBe('user');
    expect(startKindOf(['cuadra', '--hidden'])).toBe('login');
    expect(startKindOf(['cuadra', '--profile-dir=/p', '--standby', '/work'])).toBe('programs');
    expect(startKindOf(['cuadra', '--hidden', '--standby'])).toBe('programs');
    expect(startKindOf(['cuadra', 'cuadra://view/panel?x=--standby'])).toBe('user');
  });

  it('says how its window is first seen', () => {
    const sights = (['user', 'login', 'programs'] as const).map((start) =>
      (['hide', 'quit'] as const).flatMap((closing) =>
        (['hide', 'minimize'] as const).map((hiding) => firstSight(start, closing, hiding)),
      ),
    );
    expect(sights).toEqual([
      ['shown', 'shown', 'shown', 'shown'],
      ['unseen', 'minimized', 'shown', 'shown'],
      ['unseen', 'unseen', 'unseen', 'unseen'],
    ]);
  });
});

describe('standby', () => {
  it('ends once, by the first who calls, and never begins again', () => {
    const standby = createStandby('programs');
    const heard: string[] = [];
    standby.onEnd(() => heard.push(standby.start()));
    expect(standby.isOn()).toBe(true);
    standby.end('login');
    standby.end('user');
    expect([standby.isOn(), standby.start(), heard]).toEqual([false, 'login', ['login']]);
  });

  it('is not of an app that its user began', () => {
    const standby = createStandby('user');
    let isEnded = false;
    standby.onEnd(() => {
      isEnded = true;
    });
    standby.end('user');
    expect([standby.isOn(), isEnded]).toEqual([false, false]);
  });
});

describe('why a start on standby failed', () => {
  it('is found among what Chromium says, whatever its words are', () => {
    const words = 'Otro programa lo usa:\n«/p» "\u2028"';
    const said = `[1:ERROR] gpu {}\n${startFailureLine(words)}[2:WARNING]\n{"other":1}\n`;
    expect(startFailureIn(said)).toBe(words);
    expect(startFailureIn('[1:ERROR]\n{"cuadraCouldNotStart":1}\n')).toBeNull();
  });
});
