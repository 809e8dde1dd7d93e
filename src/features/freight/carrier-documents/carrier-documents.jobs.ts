import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../../platform/jobs/rounds.js';
import { CarrierDocumentsService } from './carrier-documents.service.js';

@Injectable()
export class CarrierDocumentsJobs {
  private readonly rounds = new Rounds('carrier documents');

  constructor(private readonly documents: CarrierDocumentsService) {}

  @Interval(10_000)
  fetch(): Promise<void> {
    return this.rounds.run(() => this.documents.fetchDue());
  }
}
