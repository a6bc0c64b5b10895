import { describe, expect, it } from 'vitest';
import type { Container } from './queries';
import { exitCode, stackOf, stateText, toneOf } from './state';

const container = (state: string, status: string): Container => ({
  id: 'a',
  name: 'a',
  image: 'a',
  created: 0,
  labels: { 'com.docker.compose.project': 'media' },
  namespace: '',
  ports: [],
  routes: [],
  runtime: 'docker',
  state,
  status,
});

describe('the state of a container', () => {
  it('is told in words', () => {
    const up = (status: string) => stateText(container('running', status));
    expect(up('Up 3 days')).toBe('Running, started 3 days ago');
    expect(up('Up About an hour (healthy)')).toBe('Running, started 1 hour ago');
    expect(up('Up Less than a second')).toBe('Running, started now');
    expect(up('Up 2 minutes (unhealthy)')).toContain('its own check fails');
    expect(up('Up 2 minutes (Paused)')).toContain('Paused');
    expect(up('CrashLoopBackOff')).toBe('CrashLoopBackOff');
    expect(stateText(container('exited', 'Exited (137) 4 minutes ago'))).toContain('137');
    expect(exitCode('Up 3 days')).toBeNull();
  });

  it('is bad only where somebody should look', () => {
    expect(toneOf(container('running', 'Up 3 days'))).toBe('good');
    expect(toneOf(container('exited', 'Exited (0) 1 hour ago'))).toBe('plain');
    expect(toneOf(container('exited', 'Exited (143) 1 hour ago'))).toBe('plain');
    expect(toneOf(container('exited', 'Exited (1) 1 hour ago'))).toBe('bad');
  });

  it('belongs to a stack', () => {
    expect(stackOf(container('running', ''))).toBe('media');
  });
});
