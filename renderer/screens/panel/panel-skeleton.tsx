import { useText } from '#renderer/i18n/text.tsx';
import { TileName } from './tiles.tsx';

const TILES = ['ventas', 'unidades', 'ordenes', 'ticket', 'marketplace', 'comercial', 'total'] as const;
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The panel before its first figures: its own places, named, each of its real height. */
export function PanelSkeleton() {
  const text = useText();
  return (
    <div className="scroll" aria-busy="true" data-testid="panel-skeleton">
      <div className="strip" />
      <div className="tiles">
        {TILES.map((id) => (
          <section key={id} className="kpi">
            <h2>
              <TileName id={id} />
            </h2>
            <p className="v dim">…</p>
            <p className="l">
              <i className="ph" />
            </p>
          </section>
        ))}
      </div>
      <div className="pgrid">
        <WaitingRows name={text('panel.waterfall')} />
        <WaitingRows name={text('panel.channels')} />
      </div>
    </div>
  );
}

function WaitingRows(props: { readonly name: string }) {
  return (
    <section className="sec">
      <header>
        <h2>{props.name}</h2>
      </header>
      <table className="t" aria-hidden="true">
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              <td>
                <i className="ph" />
              </td>
              <td className="n">
                <i className="ph" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
