import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { HeldEndpoints } from './held-endpoints.service.js';

@Injectable()
export class HeldEndpointsJobs {
  private readonly releasing = new Rounds('held endpoints');
  private readonly forgetting = new Rounds('former signing secrets');

  constructor(private readonly held: HeldEndpoints) {}

  /** At the start, which may have brought the key back, and after somebody else has sealed the secrets anew. */
  @Timeout(0)
  @Interval(30_000)
  release(): Promise<void> {
    return this.releasing.run(() => this.held.release());
  }

  @Interval(10 * 60_000)
  forgetFormer(): Promise<void> {
    return this.forgetting.run(() => this.held.forgetFormer());
  }
}
