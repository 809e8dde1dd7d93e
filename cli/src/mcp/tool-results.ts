import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { markForeign } from './foreign-text.js';
import { toFailureReport, type FailureReport } from '../errors.js';

/** Builds a result with a sentence for the user and the data for the model. */
export function toToolResult(
  text: string,
  data: object,
  ...extraContent: CallToolResult['content']
): CallToolResult {
  return {
    content: [{ type: 'text', text: `${text}\n${JSON.stringify(data)}` }, ...extraContent],
    structuredContent: data as Record<string, unknown>,
  };
}

/** Runs a tool and turns an exception into an error result with the service's code and message. */
export async function runTool(tool: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await tool();
  } catch (error) {
    return toErrorResult({ ...toFailureReport(error) });
  }
}

/** Codes such as carrier_declined: their message repeats the carrier's words. */
const CARRIER_CODE = /^carrier_/;

export function toErrorResult(report: FailureReport & Record<string, unknown>): CallToolResult {
  const { code } = report;
  const message = CARRIER_CODE.test(code) ? markForeign(report.message) : report.message;
  const failure = { ...report, message };
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}\n${JSON.stringify({ error: failure })}` }],
  };
}
