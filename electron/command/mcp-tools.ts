import { z } from 'zod';
import {
  ASSISTANT_QUESTIONS,
  type AssistantQuestion,
  type ProgramQuestion,
  programQuestionSchema,
} from '#shared/contract/program-questions.ts';
import type { CommandWordId, SayCommand } from '../i18n/command/command-words.ts';

/** The questions of the contract as tools of an assistant: all that read. */

/** What each is for, in words for the assistant. */
const DESCRIPTIONS: { readonly [ask in AssistantQuestion]: CommandWordId } = {
  status: 'mcp.status',
  totals: 'mcp.totals',
  orders: 'mcp.orders',
  exceptions: 'mcp.exceptions',
  journal: 'mcp.journal',
};

export type McpTool = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations: { readonly readOnlyHint: true; readonly openWorldHint: false };
};

const nameOf = (ask: AssistantQuestion): string => `cuadra_${ask}`;

/** The contract of one question without its own name, as JSON Schema. */
function inputSchemaOf(ask: AssistantQuestion): object {
  const schema = programQuestionSchema.options.find((option) => option.shape.ask.value === ask);
  if (schema === undefined) throw new Error(`The contract has no question «${ask}».`);
  const { ask: _, ...shape } = schema.shape;
  const { $schema: __, ...json } = z.toJSONSchema(z.object(shape), { io: 'input' });
  return json;
}

/** Told in every description, whoever needs it: they are the same in every language. */
const NAMED = {
  columns: 'Canal, Cuenta, SKU Producto, Marca, Categoría, …',
  units: 'year, quarter, month, week, day',
};

export const mcpTools = (words: SayCommand): readonly McpTool[] =>
  ASSISTANT_QUESTIONS.map((ask) => ({
    name: nameOf(ask),
    description: words(DESCRIPTIONS[ask], NAMED),
    inputSchema: inputSchemaOf(ask),
    annotations: { readOnlyHint: true, openWorldHint: false },
  }));

/** The question that a tool with these arguments is; null: there is no such tool. Throws a ZodError of what does not fit. */
export function questionOfTool(name: string, given: unknown): ProgramQuestion | null {
  const ask = ASSISTANT_QUESTIONS.find((each) => nameOf(each) === name);
  if (ask === undefined) return null;
  const members = z.record(z.string(), z.unknown()).parse(given ?? {});
  return programQuestionSchema.parse({ ...members, ask });
}
