import { Body, Controller, Delete, Get, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/auth/key.guard.js';
import { ChooseMembershipDto, RequestSignInLinkDto, SignInDto } from './sign-in.dto.js';
import { SessionEndpoints } from './session-endpoints.js';
import { OidcSignIn } from './oidc-sign-in.js';
import { SameOriginGuard } from './same-origin.guard.js';
import type { SessionView } from './session-view.service.js';

/** Serves the dashboard, which authenticates by a cookie instead of an API key. */
@Public()
@ApiExcludeController()
@UseGuards(SameOriginGuard)
@Controller('app')
export class SignInController {
  constructor(
    private readonly sessionEndpoints: SessionEndpoints,
    private readonly oidc: OidcSignIn,
  ) {}

  @Post('session/link')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  requestLink(
    @Body() body: RequestSignInLinkDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.sessionEndpoints.requestLink(body, request, response);
  }

  @Post('session')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  signIn(
    @Body() body: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionView> {
    return this.sessionEndpoints.signIn(body, request, response);
  }

  @Post('session/preview')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  previewToken(
    @Body() body: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.sessionEndpoints.previewToken(body, request, response);
  }

  @Get('session')
  @Header('Cache-Control', 'no-store')
  getSession(@Req() request: Request): Promise<SessionView> {
    return this.sessionEndpoints.getSession(request);
  }

  @Get('session/ways')
  @Header('Cache-Control', 'no-store')
  listSignInMethods(): object {
    return this.sessionEndpoints.listSignInMethods();
  }

  @Get('session/oidc')
  @Header('Cache-Control', 'no-store')
  startOidc(@Res() response: Response): Promise<void> {
    return this.oidc.startSignIn(response);
  }

  @Post('session/oidc')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  startOidcAcceptance(
    @Body() body: SignInDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.oidc.startAcceptance(body, response);
  }

  @Get('session/oidc/callback')
  @Header('Cache-Control', 'no-store')
  completeOidc(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.completeSignIn(request, response);
  }

  @Get('session/memberships')
  @Header('Cache-Control', 'no-store')
  listMemberships(@Req() request: Request): Promise<object> {
    return this.oidc.listMemberships(request);
  }

  @Post('session/memberships')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  chooseMembership(
    @Body() body: ChooseMembershipDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionView> {
    return this.oidc.chooseMembership(body, request, response);
  }

  @Delete('session')
  @Header('Cache-Control', 'no-store')
  signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    return this.sessionEndpoints.signOut(request, response, false);
  }

  @Delete('sessions')
  @Header('Cache-Control', 'no-store')
  signOutEverywhere(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.sessionEndpoints.signOut(request, response, true);
  }
}
