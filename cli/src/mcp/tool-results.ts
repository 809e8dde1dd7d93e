import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { toFailureReport, type FailureReport } from '../errors.js';

/** What a tool found: a sentence for people, the data for the model. */
export function toToolResult(text: string, data: object, ...more: CallToolResult['content']): CallToolResult {
  return {
    content: [{ type: 'text', text: `${text}\n${JSON.stringify(data)}` }, ...more],
    structuredContent: data as Record<string, unknown>,
  };
}

/** A tool that could not do it says why; what the service refused, in its own words with its code. */
export async function runTool(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return toErrorResult({ ...toFailureReport(error) });
  }
}

export function toErrorResult(failure: FailureReport & Record<string, unknown>): CallToolResult {
  const { code, message } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}\n${JSON.stringify({ error: failure })}` }],
  };
}
