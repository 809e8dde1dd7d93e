import { Module } from '@nestjs/common';
import { FreightClassesController } from './freight-classes.controller.js';
import { FreightClassesService } from './freight-classes.service.js';

@Module({ controllers: [FreightClassesController], providers: [FreightClassesService] })
export class FreightClassesModule {}
