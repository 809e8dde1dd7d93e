import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { RequestsService } from './requests.service.js';

@Injectable()
export class RequestsJobs {
  private readonly retention = new Rounds('old requests');

  constructor(private readonly requests: RequestsService) {}

  @Interval(10 * 60_000)
  dropOld(): Promise<void> {
    return this.retention.run(() => this.requests.dropOld());
  }
}
