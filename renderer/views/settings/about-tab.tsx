import { LICENCES } from 'virtual:licences';
import { useText } from '../../i18n/text.tsx';
import { useHostInfo } from '../../link/session-context.tsx';
import { Brand, Icon } from '../../ui/icon.tsx';

/** Which Cuadra this is, and whose work is in it. */
export function AboutTab() {
  const text = useText();
  const host = useHostInfo();
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
          <details key={licence}>
            <summary>
              <Icon name="right" small />
              {text('settings.licences-of', { count: libraries.length, licence })}
            </summary>
            <p className="dim">{libraries.join(' · ')}</p>
          </details>
        ))}
      </section>
    </>
  );
}
