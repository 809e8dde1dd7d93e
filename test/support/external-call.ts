import { randomUUID } from 'node:crypto';
import { Controller, Injectable, Post } from '@nestjs/common';
import { Transactions } from '../../src/platform/database/transactions.js';
import { ManagesOwnTransaction } from '../../src/platform/http/contract/handler-options.js';
import { Operation } from '../../src/platform/http/contract/operation.js';

/** Represents the external system that the handlers below wait for. */
@Injectable()
export class ExternalCall {
  static calls = 0;
  static answer: Promise<unknown> = Promise.resolve();
}

@Controller('outside')
export class ExternalCallController {
  constructor(private readonly transactions: Transactions) {}

  @Post()
  @ManagesOwnTransaction()
  @Operation({
    id: 'callOut',
    summary: '',
    description: '',
    answer: { one: ExternalCall },
    creates: () => '1',
  })
  async create(): Promise<object> {
    const call = ++ExternalCall.calls;
    await ExternalCall.answer;
    return this.transactions.finish(async () => ({ object: 'call', call, secret: `once_${randomUUID()}` }));
  }

  @Post('unfinished')
  @ManagesOwnTransaction()
  async unfinished(): Promise<object> {
    return { call: ++ExternalCall.calls };
  }

  @Post('written')
  async written(): Promise<object> {
    const call = ++ExternalCall.calls;
    await ExternalCall.answer;
    await this.transactions.manager.query(`UPDATE organizations SET name = 'call ' || $1`, [call]);
    return { call };
  }

  @Post('broken')
  async broken(): Promise<object> {
    ExternalCall.calls++;
    throw new TypeError('broken');
  }
}

/** Makes external calls wait. Returns a function that lets them finish. */
export function holdExternalCall(): () => void {
  let arrive = (): void => undefined;
  ExternalCall.answer = new Promise<void>((resolve) => (arrive = resolve));
  return arrive;
}
