import { Injectable } from '@nestjs/common';
import { NotifyChannel } from './notify-channel.js';
import { RedisWakeUps } from './redis-wake-ups.js';

/** Tells workers that rows have become due. A wake-up may be lost: listeners must poll as well. */
@Injectable()
export class WakeUpNotifier {
  constructor(
    private readonly notifyChannel: NotifyChannel,
    private readonly redis: RedisWakeUps,
  ) {}

  /** Returns at once. Call it after the commit that made the rows visible. */
  send(topic: string): void {
    this.notifyChannel.send(topic);
    this.redis.send(topic);
  }

  /** Calls `wake`, which must return at once, for each wake-up of the topic from any process. */
  listen(topic: string, wake: () => void): void {
    this.notifyChannel.listen(topic, wake);
    this.redis.listen(topic, wake);
  }
}
