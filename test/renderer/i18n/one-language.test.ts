import { describe, expect, test } from 'vitest';
import { everyText, saidBy } from './messages.ts';

/** Names: of the product, of programs and marketplaces, values and sheets that are the same everywhere, forms of files. */
const NAMES =
  /“(?:Sin Información|Sin SKU|No Pagado|Informado|Evidencia)”|\b(?:Comercial|Mercado (?:Libre|Livre|Pago)|Falabella|Hites|Paris|Ripley|Walmart Chile|Amazon|Shopify Payments|Power Query|LibreOffice|Windows|programs\.(?:sock|json)|assistants\.json|Cuadra|cuadra (?:mcp|--help)|Chile|Argentina|DD MM (?:YYYY|AAAA))\b/g;
const words = (message: string): readonly string[] =>
  (
    saidBy(message)
      .replace(NAMES, ' ')
      .match(/(?<![\p{L}-])\p{L}+/gu) ?? []
  ).map((word) => word.toLowerCase());
const textsOf = (language: 'es' | 'en' | 'pt') =>
  Object.entries(everyText(language)).filter(([id]) => !id.startsWith('claim.file'));

/** Spelled alike in Spanish and English, and English. */
const ALIKE = new Set(
  `a accounts api appimage base brl chile chromium clp control csv ctrl dashboard decide decimal dir electron
  editor error esc excel excel f final free general h https http internet json legal linux local m macros manifest marketplace mcp
  marketplaces min mit no normal ofx one original other panel pareto parquet payments pdf pesos plan png postgresql pp pro proxy
  re real s sha similar sku subtotal svg terminal total tsv u usual utc vpn vs web x xls xlsx x σ δ d e c o alt capital actual
  fiscal ideal regular manual canc sale export data profile file zoom chmod r id`.split(/\s+/),
);

describe('English', () => {
  const spanish = new Set(textsOf('es').flatMap(([, text]) => words(text)));

  test('has no Spanish word but names', () => {
    const found = textsOf('en').flatMap(([id, text]) =>
      words(text)
        .filter((word) => /[áéíóúñ¿¡]/.test(word) || (spanish.has(word) && !ALIKE.has(word)))
        .map((word) => `${id}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  test('is British: one spelling of each word', () => {
    const american =
      /\b(?:canceled|color|license|recogni[z]e\w*|minimi[z]e\w*|uncategori[z]ed|fulfillment|behavior|aging|gray|learned)\b/i;
    expect(textsOf('en').filter(([, text]) => american.test(saidBy(text)))).toEqual([]);
  });
});

/** Spanish alone, or a Spanish word for what Portuguese calls otherwise; those that both have in one sense are not here. */
const SPANISH = new Set(
  `y el los las una uno unos unas del al lo con sin muy más también ya hay hoy ayer mañana pero sino aunque según hasta hacia
  desde_ es_ están estaba fue fueron tiene tienen hizo hecho hacer puede_ pueden debe_n donde cuando_ quien quienes cual cuáles
  archivo archivos carpeta carpetas hoja hojas fila_ año años mes_ día días semana_ orden órdenes venta_s ventas costo costos
  precio precios envío envíos cierre cierres cuenta cuentas ingreso ingresos cobro cobros cargo cargos tasa tasas desglose planilla
  planillas libro libros liquidación abono abonos retiro retiros saldo_ abierto abierta cerrado cerrada leído leída leyendo escribe
  elige elegir elegido borrar quitar guardar_ ajustes pantalla clave claves equipo llavero solo solamente nada_ ninguno ninguna
  algún alguna todavía ahora antes_ después luego entonces aquí allí ahí así nuevo nueva nuevos nuevas viejo mejor peor mayor_
  devolución devoluciones reembolso_ comisión comisiones impuesto_ descuento descuentos rentabilidad ganancia pérdida mercadería
  tienda tiendas comprador_ vendedor_ pagado_ falta_n faltan llegó llega_ llegan vino viene vienen copia copias respaldo semanas_
  otro otra otros otras mismo_ misma_ este_ esta_ estos_ estas_ ese_ esa_ su sus tu tus mi mis nuestro nuestra
  resumen listado búsqueda buscar_ cambiar_ cambio cambios deshacer rehacer soltar_ ocultar_ mostrar_ pegar_ cortar_ hueco
  exportación sincronización conciliación liquidaciones`
    .split(/\s+/)
    .filter((word) => word !== '' && !word.endsWith('_')),
);
/** Also Portuguese, as the short of «milhões». */
const BOTH = new Set(['mi']);

describe('Portuguese', () => {
  test('has no Spanish word but names', () => {
    const found = textsOf('pt').flatMap(([id, text]) =>
      words(text)
        .filter(
          (word) =>
            /ñ|¿|¡|ci[oó]n(?:es)?$|si[oó]n(?:es)?$|dades?o$|^ll/.test(word) ||
            (SPANISH.has(word) && !BOTH.has(word)),
        )
        .map((word) => `${id}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});

describe('Spanish', () => {
  /** Ways to speak to somebody as «usted» or «vos» that are no words of «tú», nor nouns. */
  const FORMAL =
    /(?<!\p{L})(?:usted(?:es)?|vos|(?:abra|pulse|ejecute|elija|escriba|pegue|guarde|busque|espere|intente|haga|vaya|ponga|diga|mire|lea|pruebe|libere|revise|corrija|importe|exporte|reintente|seleccione|conecte|copie|ingrese|verifique|compruebe|asegúrese|quite|cierre|use|vuelva|descargue|instale|pida|llene|marque)(?:lo|la|los|las|se|le)?(?= (?:el|la|los|las|un|una|su|sus|este|esta|aquí|de nuevo|a|en|otra|otro)\b)|(?:elegí|escribí|mirá|revisá|tené|podés|querés|tenés)(?!\p{L}))(?!\p{L})/iu;
  /** «cierre», «importe», «use»: nouns, or what a thing does. */
  const NOUNS =
    /\b(?:el|su|del|un|al|de|cada|último|este|sin|que|lo|la|se|no|cuando|hasta|con|para|antes|sincronización) (?:cierre|importe|use|marque|quite|lea|pida|diga|guarde|abra|vuelva)\b|^Cierre /gi;

  test('says tú, never usted or vos', () => {
    const found = textsOf('es').filter(([, text]) => FORMAL.test(saidBy(text).replace(NOUNS, ' ')));
    expect(found).toEqual([]);
  });
});

test('each language has its quotes, its apostrophe and its percent', () => {
  const bad = (['es', 'en', 'pt'] as const).flatMap((language) =>
    textsOf(language)
      .filter(([id, text]) => {
        const said = text.replace(/'\{folder\}'/g, '');
        if (language === 'es') return /[“”‘]|\d%/.test(said);
        return /[«»]|(?:\d|\}) %/.test(said) || (language === 'en' && /\p{L}'\p{L}/u.test(said) && id !== '');
      })
      .map(([id, text]) => `${language} ${id}: ${text}`),
  );
  expect(bad).toEqual([]);
});
