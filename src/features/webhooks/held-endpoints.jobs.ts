import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { HeldEndpointsService } from './held-endpoints.service.js';

@Injectable()
export class HeldEndpointsJobs {
  private readonly releaseRounds = new Rounds('held endpoints');
  private readonly clearRounds = new Rounds('former signing secrets');

  constructor(private readonly held: HeldEndpointsService) {}

  /** At the start, which may have brought the key back, and after somebody else has sealed the secrets anew. */
  @Timeout(0)
  @Interval(30_000)
  release(): Promise<void> {
    return this.releaseRounds.run(() => this.held.release());
  }

  @Interval(10 * 60_000)
  clearFormerSecrets(): Promise<void> {
    return this.clearRounds.run(() => this.held.clearFormerSecrets());
  }
}
