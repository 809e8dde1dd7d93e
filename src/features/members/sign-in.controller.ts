import { Body, Controller, Delete, Get, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/auth/key.guard.js';
import { AskForLinkDto, SignInDto } from './sign-in.dto.js';
import { SignInDesk } from './sign-in-desk.js';
import { OidcDesk } from './oidc-desk.js';
import { OwnPagesGuard } from './own-pages.guard.js';
import type { SessionView } from './session-views.js';

/** For the pages of the dashboard, which have a cookie in place of a key. */
@Public()
@ApiExcludeController()
@UseGuards(OwnPagesGuard)
@Controller('app')
export class SignInController {
  constructor(
    private readonly desk: SignInDesk,
    private readonly oidc: OidcDesk,
  ) {}

  @Post('session/link')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  ask(
    @Body() body: AskForLinkDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.desk.ask(body, request, response);
  }

  @Post('session')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  signIn(
    @Body() body: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionView> {
    return this.desk.signIn(body, request, response);
  }

  @Get('session')
  @Header('Cache-Control', 'no-store')
  show(@Req() request: Request): Promise<SessionView> {
    return this.desk.show(request);
  }

  @Get('session/ways')
  @Header('Cache-Control', 'no-store')
  ways(): object {
    return this.desk.ways(this.oidc.isOpen);
  }

  @Get('session/oidc')
  @Header('Cache-Control', 'no-store')
  toProvider(@Res() response: Response): Promise<void> {
    return this.oidc.begin(response);
  }

  @Get('session/oidc/callback')
  @Header('Cache-Control', 'no-store')
  fromProvider(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.finish(request, response);
  }

  @Delete('session')
  @Header('Cache-Control', 'no-store')
  signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    return this.desk.signOut(request, response, false);
  }

  @Delete('sessions')
  @Header('Cache-Control', 'no-store')
  signOutEverywhere(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.desk.signOut(request, response, true);
  }
}
