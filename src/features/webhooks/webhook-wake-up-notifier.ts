import { Injectable } from '@nestjs/common';
import { WakeUpNotifier } from '../../platform/jobs/wake-up-notifier.js';

const TOPIC = 'webhook-delivery';

/** Wakes the workers when deliveries have become due; losing a wake-up costs latency, never a delivery. */
@Injectable()
export class WebhookWakeUpNotifier {
  constructor(private readonly wakeUps: WakeUpNotifier) {}

  /** To be called after the commit. */
  notifyDue(deliveryId: number, attempt: number): void {
    this.wakeUps.send(TOPIC, `${deliveryId}-${attempt}`, { deliveryId, attempt });
  }

  /** Deliveries that were held can go on. */
  notifyResumed(endpointId: number): void {
    this.wakeUps.send(TOPIC, `endpoint-${endpointId}`, { endpointId });
  }

  listen(wake: () => void): void {
    this.wakeUps.listen(TOPIC, wake);
  }
}
