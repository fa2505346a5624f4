import { createColumnStore } from '#renderer/analysis/rows/column-store.ts';
import { createQueries } from '#renderer/analysis/queries.ts';
import { chunksOfSegment, defineDatabase } from '#renderer/ledger/database.ts';
import { checksum } from '#renderer/ledger/segment/checksum.ts';
import { joinBytes } from '#renderer/ledger/bytes.ts';
import { decodeSegment } from '#renderer/ledger/segment/decode.ts';
import { openLedger } from '#renderer/ledger/ledger.ts';
import { EVERYTHING } from '#shared/selection/selection.ts';
import { startBench } from '../browser/bench-worker.ts';
import { ACCOUNT } from './account.ts';
startBench<{mode:string}, any>(async ({ mode }) => {
  const t0 = performance.now();
  if (mode === 'open') {
    const marks: any = { script: t0 };
    const l = await openLedger(ACCOUNT, { onCommitted(){}, onNoted(){}, onOwnershipLost(){}, onLedgerLost(){} });
    marks.open = performance.now() - t0;
    const q = createQueries(l.store);
    let t = performance.now(); q.facts(); marks.facts = performance.now() - t;
    t = performance.now(); q.totals({ ...EVERYTHING, dashboardPreset: true }, ['Ventas','Rentabilidad Marketplace','Rentabilidad Comercial','Rentabilidad Total']); marks.totals = performance.now() - t;
    marks.all = performance.now();
    l.close(); return marks;
  }
  const database = defineDatabase(ACCOUNT); await database.open();
  const p: any = { read: 0, join: 0, sum: 0, decode: 0, add: 0 };
  const store = createColumnStore();
  const records = await database.segments.toArray();
  for (const r of records) {
    let t = performance.now(); const tick = (k: string) => { const n = performance.now(); p[k] += n - t; t = n; };
    const chunks = await chunksOfSegment(database, r.id).toArray(); tick('read');
    const bytes = joinBytes(chunks.map((c) => c.bytes)); tick('join');
    checksum(bytes); tick('sum');
    const s = decodeSegment(bytes, r.headerLength); tick('decode');
    store.addSegment(r.id, s, null); tick('add');
  }
  database.close();
  p.all = performance.now() - t0; return p;
});
