import { LICENCES } from 'virtual:licences';
import { useState } from 'react';
import { useHostInfo } from '#renderer/data/client/session-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Brand, Icon } from '#renderer/ui/icon.tsx';

type LicenceText = typeof import('virtual:licence-texts')['LICENCE_TEXTS'][number];

/** Which Cuadra this is, and whose work is in it. */
export function AboutTab() {
  const text = useText();
  const host = useHostInfo();
  const [texts, setTexts] = useState<readonly LicenceText[] | null>(null);
  const readTexts = (): void => {
    // Without them the libraries are still named.
    import('virtual:licence-texts').then(
      ({ LICENCE_TEXTS }) => setTexts(LICENCE_TEXTS),
      () => undefined,
    );
  };
  const count = LICENCES.reduce((sum, { libraries }) => sum + libraries.length, 0);
  return (
    <>
      <div className="about-name">
        <Brand />
        <b>{host === null ? 'Cuadra' : text('settings.version', { version: host.version })}</b>
        {host === null ? null : (
          <span className="dim">
            {text(host.host === 'desktop' ? 'settings.host-desktop' : 'settings.host-browser')}
          </span>
        )}
      </div>
      <p>{text('settings.licence-own')}</p>
      <section className="settings-section" aria-label={text('settings.licences', { count })}>
        <h3 data-testid="settings-licences" data-value={count}>
          {text('settings.licences', { count })}
        </h3>
        {LICENCES.map(({ licence, libraries }) => (
          <details key={licence} onToggle={readTexts}>
            <summary>
              <Icon name="right" small />
              {text('settings.licences-of', { count: libraries.length, licence })}
            </summary>
            {texts === null ? <p className="dim">{libraries.join(' · ')}</p> : null}
            {texts
              ?.filter((one) => one.licence === licence)
              .map((one) => (
                <div key={one.text} data-testid="licence-text" data-value={one.libraries.length}>
                  <p className="dim">{one.libraries.join(' · ')}</p>
                  <pre className="licence-text">{one.text}</pre>
                </div>
              ))}
          </details>
        ))}
      </section>
    </>
  );
}
