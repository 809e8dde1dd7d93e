import { Injectable } from '@nestjs/common';
import { WakeUps } from '../../platform/jobs/wake-ups.js';

const TOPIC = 'webhook-delivery';

/** Wakes the workers when deliveries have become due; losing a wake-up costs latency, never a delivery. */
@Injectable()
export class WebhookWakeUps {
  constructor(private readonly wakeUps: WakeUps) {}

  /** To be called after the commit. */
  due(deliveryId: number, attempt: number): void {
    this.wakeUps.send(TOPIC, `${deliveryId}-${attempt}`, { deliveryId, attempt });
  }

  /** Deliveries that were held can go on. */
  resumed(endpointId: number): void {
    this.wakeUps.send(TOPIC, `endpoint-${endpointId}`, { endpointId });
  }

  listen(wake: () => void): void {
    this.wakeUps.listen(TOPIC, wake);
  }
}
