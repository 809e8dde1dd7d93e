import { Injectable } from '@nestjs/common';
import { observeCalls, type ObservedCall } from '../../../platform/http-client/call-observer.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { CarrierAdapter, CarrierOperation } from '../carrier-adapter.js';
import { CarrierCallExecutor, type ResolvedConnection } from '../carrier-call-executor.js';
import { CarrierConnectionsRepository } from '../carrier-connections.repository.js';
import { toCarrierError } from '../carrier-errors.js';
import { collectPrivateTexts, pickChoices } from '../settings-schema.js';
import {
  hasOperation,
  OPERATION_NAMES,
  performOperation,
  toFailure,
  type OperationName,
  type OperationResult,
} from './perform-operation.js';
import { recordCalls } from './record-calls.js';
import type { Recording } from './recording.js';
import { buildSampleFreight, type Lane, type SampleFreight } from './sample-freight.js';

export interface CertifiedOperation {
  operation: OperationName;
  outcome: OperationResult['outcome'] | 'skipped';
  reason: string | null;
  /** The answer of the carrier, as text for people. */
  detail: string;
  /** Number of HTTP calls. */
  calls: number;
  duration_ms: number;
}

export interface Certificate {
  carrier: string;
  adapter: string;
  /** `test`: the carrier's test mode, which books nothing. `read_only`: only operations that change nothing. */
  mode: 'test' | 'read_only';
  operations: CertifiedOperation[];
  recordings: Recording[];
}

/** In this order a test booking is made, looked up, changed and cancelled. */
const ORDER: readonly OperationName[] = [
  'rate',
  'tender',
  'track',
  ...OPERATION_NAMES.filter((name) => name.startsWith('documents:')),
  'pickup',
  'cancel',
];
/** Operations that change something at the carrier. */
const WRITES: readonly OperationName[] = ['tender', 'pickup', 'cancel'];
const OPERATION_DEADLINE_MS = 30_000;
const NEEDS_PRO = 'This operation needs the PRO number of a shipment. Pass one with --pro.';
const NO_TEST_MODE = 'This operation would book real freight, because the account has no test mode.';
const NO_TEST_BOOKING = 'This operation needs a test booking, but the carrier did not make one.';
const NO_TOKEN = 'The carrier did not return an access token.';

/** The state of one run. */
interface Run {
  resolved: ResolvedConnection;
  freight: SampleFreight;
  /** True in the carrier's test mode. */
  isTest: boolean;
  /** True once the carrier made a test booking. */
  isBooked: boolean;
  /** The number of a real shipment. */
  realPro: string | null;
  /** True once the carrier refused an access token. */
  isLockedOut: boolean;
}

/** Runs the operations of a connection's adapter against the carrier without moving freight, and records the answers. */
@Injectable()
export class CertificationService {
  constructor(
    private readonly connections: CarrierConnectionsRepository,
    private readonly calls: CarrierCallExecutor,
  ) {}

  /**
   * Returns null if the tenant has no such connection.
   * @param proNumber a real shipment, for tracking and documents
   * @param version of Lading, for the recordings
   * @param lane origin and destination to ask about; some accounts rate only some lanes
   */
  async certify(
    tenant: Tenant,
    connectionId: number,
    proNumber: string | null,
    version: string,
    lane: Partial<Lane> = {},
  ): Promise<Certificate | null> {
    const connection = (await this.connections.listAll(tenant)).find(({ id }) => id === connectionId);
    if (!connection) return null;
    const run = startRun(this.calls.resolve(tenant, connection), proNumber, lane);
    const { adapter, account } = run.resolved;
    const certificate: Certificate = {
      carrier: account.scac,
      adapter: adapter.name,
      mode: run.isTest ? 'test' : 'read_only',
      operations: [],
      recordings: [],
    };
    for (const operation of ORDER.filter((name) => hasOperation(adapter, name))) {
      const reason = findReasonToSkip(run, operation);
      if (reason === null) await this.certifyOperation(run, operation, version, certificate);
      else
        certificate.operations.push({
          operation,
          outcome: 'skipped',
          reason,
          detail: '',
          calls: 0,
          duration_ms: 0,
        });
    }
    return certificate;
  }

  private async certifyOperation(
    run: Run,
    operation: OperationName,
    version: string,
    { operations, recordings }: Certificate,
  ): Promise<void> {
    const { adapter, account } = run.resolved;
    const observed: ObservedCall[] = [];
    const start = performance.now();
    const { next, ...result } = await observeCalls(
      (call) => observed.push(call),
      () => this.perform(run, operation),
    );
    const duration_ms = Math.round(performance.now() - start);
    operations.push({ operation, ...result, calls: observed.length, duration_ms });
    const origin = {
      adapter: adapter.name,
      scac: account.scac,
      operation,
      settings: pickChoices(adapter.settings, account.settings),
      version,
    };
    const texts = collectPrivateTexts(adapter.settings, account.settings);
    const recording = recordCalls(origin, observed, texts, run.realPro);
    if (recording) recordings.push(recording);
    if (recording?.operation === 'token') run.isLockedOut = true;
    Object.assign(run.freight, next);
    if (result.outcome === 'booked') run.isBooked = true;
  }

  private async perform(run: Run, operation: OperationName): Promise<OperationResult> {
    const { adapter, account } = run.resolved;
    const signal = AbortSignal.timeout(OPERATION_DEADLINE_MS);
    const [name] = operation.split(':') as [CarrierOperation];
    // A real shipment is looked up, never changed.
    const proNumber = WRITES.includes(operation)
      ? run.freight.proNumber
      : (run.realPro ?? run.freight.proNumber);
    const freight = { ...run.freight, proNumber };
    try {
      return await this.calls.execute(run.resolved, name, signal, () =>
        performOperation(adapter, operation as Exclude<OperationName, 'token'>, freight, account, signal),
      );
    } catch (error) {
      const known = toCarrierError(error);
      if (!known) throw error;
      return toFailure(known);
    }
  }
}

function startRun(resolved: ResolvedConnection, proNumber: string | null, lane: Partial<Lane>): Run {
  const { adapter, account } = resolved;
  const settings = findTestSettings(adapter, account.settings);
  return {
    resolved: settings ? { ...resolved, account: { ...account, settings } } : resolved,
    freight: buildSampleFreight(lane),
    isTest: settings !== null,
    isBooked: false,
    realPro: proNumber,
    isLockedOut: false,
  };
}

/** An adapter without outbound calls is always in test mode. */
function findTestSettings(adapter: CarrierAdapter, settings: object): object | null {
  return adapter.callsOut === false ? settings : (adapter.testSettings?.(settings) ?? null);
}

/** Returns null if the operation can run. */
function findReasonToSkip(run: Run, operation: OperationName): string | null {
  if (run.isLockedOut) return NO_TOKEN;
  if (WRITES.includes(operation)) {
    if (!run.isTest) return NO_TEST_MODE;
    return operation === 'tender' || run.isBooked ? null : NO_TEST_BOOKING;
  }
  return operation === 'rate' || run.isBooked || run.realPro !== null ? null : NEEDS_PRO;
}
