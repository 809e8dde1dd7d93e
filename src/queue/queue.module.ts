import { Global, Module } from '@nestjs/common';
import { WakeUps } from './wake-ups.js';

@Global()
@Module({ providers: [WakeUps], exports: [WakeUps] })
export class QueueModule {}
