import { randomUUID } from 'node:crypto';
import { Controller, Injectable, Post } from '@nestjs/common';
import { Transactions } from '../../src/platform/database/transactions.js';
import { CallsOut } from '../../src/platform/http/contract/calls-out.js';
import { Operation } from '../../src/platform/http/contract/operation.js';

/** Stands for whoever the handlers below wait for. */
@Injectable()
export class Outside {
  static calls = 0;
  static answer: Promise<unknown> = Promise.resolve();
}

@Controller('outside')
export class OutsideController {
  constructor(private readonly transactions: Transactions) {}

  @Post()
  @CallsOut()
  @Operation({ id: 'callOut', summary: '', description: '', answer: { one: Outside }, creates: () => '1' })
  async create(): Promise<object> {
    const call = ++Outside.calls;
    await Outside.answer;
    return this.transactions.finish(async () => ({ object: 'call', call, secret: `once_${randomUUID()}` }));
  }

  @Post('unfinished')
  @CallsOut()
  async unfinished(): Promise<object> {
    return { call: ++Outside.calls };
  }

  @Post('written')
  async written(): Promise<object> {
    const call = ++Outside.calls;
    await Outside.answer;
    await this.transactions.manager.query(`UPDATE organizations SET name = 'call ' || $1`, [call]);
    return { call };
  }

  @Post('broken')
  async broken(): Promise<object> {
    Outside.calls++;
    throw new TypeError('broken');
  }
}

/** An outside that keeps its caller waiting, and the way to let it answer. */
export function hold(): () => void {
  let arrive = (): void => undefined;
  Outside.answer = new Promise<void>((resolve) => (arrive = resolve));
  return arrive;
}
