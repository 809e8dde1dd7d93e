import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { EVENT_TYPE } from '../events/event-type.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { UnfilteredBody } from '../../platform/http/pipeline/storable-text.js';
import { TestModeOnly } from '../../platform/auth/key.guard.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import {
  SandboxResetDto,
  SandboxSimulationDto,
  SandboxStatusDto,
  SimulateDto,
  SimulateQuery,
} from './sandbox.dto.js';
import { SandboxService } from './sandbox.service.js';
import { SimulationService } from './simulation.service.js';

@ApiTags('Sandbox')
@TestModeOnly()
@Controller('sandbox')
export class SandboxController {
  constructor(
    private readonly sandbox: SandboxService,
    private readonly simulations: SimulationService,
  ) {}

  @Post('reset')
  @AllowOverWriteQuota()
  @Operation({
    id: 'resetSandbox',
    summary: 'Delete all test data',
    description:
      'Deletes all test data except API keys, members, the audit log and carrier connections. Requires a test key.',
    answer: { one: SandboxResetDto },
  })
  reset(@CurrentCaller() caller: Caller): Promise<SandboxResetDto> {
    return this.sandbox.reset(caller);
  }

  @Get('status')
  @Operation({
    id: 'getSandboxStatus',
    summary: 'Count test data',
    description: 'Returns the number of test objects by type. Requires a test key.',
    answer: { one: SandboxStatusDto },
  })
  status(@CurrentCaller() caller: Caller): Promise<SandboxStatusDto> {
    return this.sandbox.status(caller);
  }

  @Post('simulate/:event_type')
  @ApiParam({ name: 'event_type', description: 'Type of the event to send.', ...EVENT_TYPE })
  @Operation({
    id: 'simulateEvent',
    summary: 'Simulate an event',
    description:
      'Sends an event of any type about test data, with `simulated: true` and the request body merged into its data. ' +
      'The object also moves to the state of the event, through every state in between: a draft is booked first, and ' +
      'delivery opens the invoice. Returns 422 and sends nothing if no transition leads to that state. Requires a test key.',
    answer: { one: SandboxSimulationDto },
    errors: [
      'conflicting_values',
      'resource_missing',
      'simulation_impossible',
      'booking_incomplete',
      'address_differs_from_quote',
      'freight_differs_from_quote',
      'quote_expires_before_pickup',
      'quote_expired',
      'quote_already_booked',
    ],
  })
  simulate(
    @CurrentCaller() caller: Caller,
    @Param('event_type') eventType: string,
    @Query() { apply }: SimulateQuery,
    @Body() request: SimulateDto,
    @UnfilteredBody() body: Record<string, unknown>,
  ): Promise<SandboxSimulationDto> {
    return this.simulations.simulate(caller, { eventType, request, body, apply });
  }
}
