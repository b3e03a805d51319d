// What runs on the graphics card: background, solids, shadows, planes with a grid, the water's surface, lines.

const HEADER = `#version 300 es
precision highp float;
uniform mat4 matrix;
uniform vec3 eye, target, outwards, farColour, deepColour;
uniform float distanceToTarget;
uniform bool flatView;
vec3 backdrop(vec3 direction) {
  return mix(deepColour, farColour, smoothstep(-0.75, 0.55, -direction.z));
}
vec3 sightline(vec3 world) { return flatView ? -outwards : normalize(world - eye); }
float haze(vec3 world) {
  float away = flatView ? length(world - target) * 0.6 : max(distance(world, eye) - distanceToTarget, 0.0);
  float share = away / (10.0 * distanceToTarget);
  return share * share / (1.0 + share * share);
}
`;

// Colours that change slowly are found at corners of a sheet, which spares computers that draw without a graphics card.
const BACKGROUND = [
  `${HEADER}
uniform vec3 rightwards, upwards;
uniform vec2 spread;
layout(location = 0) in vec2 corner;
out vec3 shade;
void main() {
  vec3 direction = flatView && abs(outwards.z) > 0.9 ? vec3(0.0, 0.0, 0.1 - 0.25 * corner.y)
    : flatView ? vec3(0.0, 0.0, -0.55 * corner.y)
    : normalize(-outwards + corner.x * spread.x * rightwards + corner.y * spread.y * upwards);
  shade = backdrop(direction);
  gl_Position = vec4(corner, 0.999999, 1.0);
}`,
  `${HEADER}
in vec3 shade;
out vec4 colour;
void main() { colour = vec4(shade, 1.0); }`,
];

const SOLID = [
  `${HEADER}
uniform mat4 model;
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
out vec3 world, facing;
void main() {
  world = (model * vec4(position, 1.0)).xyz;
  facing = mat3(model) * normal;
  gl_Position = matrix * vec4(world, 1.0);
}`,
  `${HEADER}
uniform vec3 tint, key;
uniform float opacity, glow;
in vec3 world, facing;
out vec4 colour;
void main() {
  vec3 n = normalize(facing);
  vec3 sight = sightline(world);
  if (dot(n, sight) > 0.0) n = -n;
  float sky = 0.5 - 0.5 * n.z;
  float lit = 0.5 + 0.5 * dot(n, key);
  float gloss = pow(max(dot(reflect(sight, n), key), 0.0), 28.0);
  float rim = pow(1.0 - abs(dot(n, sight)), 3.0);
  vec3 shade = tint * (0.42 + 0.20 * sky + 0.52 * lit * lit) + 0.10 * gloss + 0.12 * rim * farColour;
  shade = mix(shade, tint + 0.35 * (1.0 - rim) * max(glow - 0.8, 0.0), min(glow, 1.0));
  float dense = glow > 1.5 ? pow(abs(dot(n, sight)), 1.5) : 1.0;
  colour = vec4(mix(shade, backdrop(sight), haze(world)), opacity * dense);
}`,
];

const SHADOW = [
  `${HEADER}
uniform mat4 model;
uniform vec3 floorPoint, floorNormal;
uniform float fading;
layout(location = 0) in vec3 position;
out float faint;
out vec3 world;
void main() {
  vec3 p = (model * vec4(position, 1.0)).xyz;
  float height = dot(p - floorPoint, floorNormal);
  world = p - vec3(0.0, 0.0, -1.0) * height / max(-floorNormal.z, 0.2);
  faint = height < 0.0 ? 0.0 : 1.0 / (1.0 + pow(height / fading, 2.0));
  gl_Position = matrix * vec4(world + floorNormal * 0.002 * distanceToTarget, 1.0);
}`,
  `${HEADER}
in float faint;
in vec3 world;
out vec4 colour;
void main() { colour = vec4(deepColour * 0.25, 0.34 * faint * (1.0 - haze(world))); }`,
];

const PLANE = [
  `${HEADER}
uniform vec3 centre, across, along, tint, offset;
uniform vec2 extent;
uniform float reach, opacity, cell, lines;
layout(location = 0) in vec2 corner;
out vec4 base;
out vec2 place;
out float inked;
void main() {
  vec2 stretched = corner * (0.1 + 0.9 * dot(corner, corner));
  bool bounded = extent.x > 0.0;
  vec2 span = bounded ? corner * extent : reach * stretched;
  vec3 world = centre + span.x * across + span.y * along;
  gl_Position = matrix * vec4(world, 1.0);
  place = vec2(dot(world + offset, across), dot(world + offset, along)) / cell;
  float fade = bounded ? 1.0 : 1.0 - smoothstep(0.25, 1.0, length(world - centre) / reach);
  float clear = 1.0 - haze(world);
  base = vec4(mix(backdrop(sightline(world)), tint, clear * fade), opacity * fade);
  inked = lines * fade * clear;
}`,
  `${HEADER}
uniform vec3 lineTint;
in vec4 base;
in vec2 place;
in float inked;
out vec4 colour;
void main() {
  vec2 width = max(fwidth(place), 1e-6);
  vec2 fine = (1.0 - smoothstep(0.3, 1.3, abs(fract(place - 0.5) - 0.5) / width)) * (1.0 - smoothstep(0.12, 0.45, width));
  vec2 coarse = 1.0 - smoothstep(0.3, 1.3, 5.0 * abs(fract(0.2 * place - 0.5) - 0.5) / width);
  coarse *= 1.0 - smoothstep(0.6, 2.2, width);
  float line = inked * max(0.45 * max(fine.x, fine.y), 0.85 * max(coarse.x, coarse.y));
  float alpha = base.a + line * (1.0 - base.a);
  if (alpha < 0.004) discard;
  colour = vec4(mix(base.rgb, lineTint, line / max(alpha, 1e-4)), alpha);
}`,
];

const MOST_WAVES = 48;
const WATER = [
  `${HEADER}
uniform vec3 centre, offset;
uniform vec2 extent;
uniform float reach, now;
uniform int waves;
uniform vec4 wave[${MOST_WAVES}];
uniform float amplitude[${MOST_WAVES}];
layout(location = 0) in vec2 corner;
out vec3 world, normal;
void main() {
  vec2 stretched = corner * (0.08 + 0.92 * dot(corner, corner));
  vec2 place = centre.xy + (extent.x > 0.0 ? corner * extent : reach * stretched);
  float height = 0.0;
  vec2 slope = vec2(0.0);
  for (int k = 0; k < waves; k++) {
    float phase = dot(wave[k].xy, place + offset.xy) - wave[k].z * now + wave[k].w;
    height += amplitude[k] * cos(phase);
    slope -= amplitude[k] * wave[k].xy * sin(phase);
  }
  world = vec3(place, -height - offset.z);
  normal = normalize(vec3(-slope, -1.0));
  gl_Position = matrix * vec4(world, 1.0);
}`,
  `${HEADER}
uniform vec3 centre, tint, key;
uniform float reach, strength;
in vec3 world, normal;
out vec4 colour;
void main() {
  vec3 sight = sightline(world);
  vec3 n = dot(normal, sight) > 0.0 ? -normalize(normal) : normalize(normal);
  float grazing = pow(1.0 - abs(dot(n, sight)), 3.0);
  float gloss = pow(max(dot(reflect(sight, n), key), 0.0), 40.0);
  float lit = 0.80 + 0.20 * max(dot(n, key), 0.0) + 3.0 * (dot(n, key) - dot(vec3(0.0, 0.0, sign(n.z)), key));
  float fade = 1.0 - smoothstep(0.3, 1.0, length(world.xy - centre.xy) / reach);
  vec3 shade = mix(tint * lit, backdrop(reflect(sight, n)), 0.35 * grazing) + 0.25 * gloss;
  colour = vec4(mix(shade, backdrop(sight), haze(world)), strength * fade * mix(0.30, 0.62, grazing));
}`,
];

const LINES = [
  `${HEADER}
uniform vec2 pixels;
uniform float width, current, past, coming, ageing, shift;
layout(location = 0) in vec2 corner;
layout(location = 1) in vec3 begin;
layout(location = 2) in vec3 finish;
out float strength;
void main() {
  vec4 a = matrix * vec4(begin, 1.0), b = matrix * vec4(finish, 1.0);
  float near = 1e-3 * distanceToTarget;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * pixels;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  vec4 here = corner.x < 0.5 ? a : b;
  vec2 aside = vec2(-way.y, way.x) * corner.y;
  gl_Position = vec4(here.xy + aside * width / pixels * here.w, here.z - shift * here.w, here.w);
  float number = float(gl_InstanceID);
  strength = number >= current ? coming : past * mix(1.0 - ageing, 1.0, number / max(current, 1.0));
}`,
  `${HEADER}
uniform vec3 tint;
in float strength;
out vec4 colour;
void main() { colour = vec4(tint, strength); }`,
];
