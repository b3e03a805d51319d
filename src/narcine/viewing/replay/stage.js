// The stage: all that there is to see at one moment, drawn by the graphics card.

const PALETTES = {
  light: { far: [0.945, 0.97, 0.98], deep: [0.66, 0.80, 0.865], grid: [0.27, 0.44, 0.53], water: [0.42, 0.70, 0.85], blue: 0.3 },
  dark: { far: [0.145, 0.265, 0.345], deep: [0.035, 0.085, 0.125], grid: [0.42, 0.62, 0.72], water: [0.20, 0.47, 0.62], blue: 0.55 },
};
const AXIS_TINTS = [[0.86, 0.27, 0.26], [0.26, 0.62, 0.33], [0.22, 0.45, 0.85]];
const STILL = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
const CELLS = [1, 2, 5];
const LAMP_TRAIL = [0.86, 0.62, 0.05];
const SHADED = ["body", "foil", "actuator", "obstacle", "lamp"];
const CROWD = 3;

// The largest of 1, 2, 5 times a power of ten that is not above a length.
function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return CELLS.filter(step => step * power <= most * 1.000001).pop() * power;
}

class Stage {
  constructor(canvas, data, recording) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, stencil: true, preserveDrawingBuffer: false });
    if (!gl) throw new Error("this browser draws no 3-D (WebGL 2)");
    this.gl = gl;
    this.canvas = canvas;
    this.data = data;
    this.recording = recording;
    this.shows = { trail: true, grid: true, axes: false, surface: true, sensors: true };
    this.theme = "light";
    for (const [name, sources] of Object.entries({
      background: BACKGROUND, solid: SOLID, shadow: SHADOW, plane: PLANE, water: WATER, lines: LINES }))
      this[name] = program(gl, ...sources);
    this.origin = data.origin;
    this.things = data.things.filter(thing => !["seabed", "surface"].includes(thing.kind)).map(thing => this._thing(thing));
    this.seabed = data.things.filter(thing => thing.kind === "seabed").map(thing => ({
      point: [...decoded(thing.vertices, Float32Array).slice(0, 3)],
      normal: upwards([...decoded(thing.normals, Float32Array).slice(0, 3)]),
      tint: thing.colour,
    }))[0];
    this.pool = data.pool && {
      middle: mixed(...data.pool, 0.5), half: scaled(subtract(data.pool[1], data.pool[0]), 0.5), low: data.pool[1][2],
    };
    this.square = this._sheet(16);
    this.ground = this._sheet(48);
    this.ripples = this._sheet(data.swell.length ? 96 : 24);
    this.trails = [
      ...data.vehicles.map(vehicle => this._trail(record => recording.positionOf(vehicle.root, record), vehicle.colour)),
      ...recording.movers.filter(mover => mover.moves && mover.lamp).map(mover =>
        this._trail(record => recording.placeOf(mover, record), LAMP_TRAIL)),
    ];
    this.segment = gl.createBuffer();
    this.segmentCorners = buffer(gl, new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]));
    const swell = data.swell.slice(0, MOST_WAVES);
    this.swell = { rows: new Float32Array(swell.flatMap(row => row.slice(1))), heights: new Float32Array(swell.map(row => row[0])), count: swell.length };
  }

  _thing(thing) {
    const { gl } = this;
    const faces = decoded(thing.faces, Uint32Array);
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [place, values] of [[0, thing.vertices], [1, thing.normals]]) {
      buffer(gl, decoded(values, Float32Array));
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    }
    buffer(gl, faces, gl.ELEMENT_ARRAY_BUFFER);
    gl.bindVertexArray(null);
    const wall = thing.kind === "obstacle" && thing.opacity < 1 && [...decoded(thing.normals, Float32Array).slice(0, 3)];
    const turn = thing.turn && { ...thing.turn, angle: decoded(thing.turn.angle, Float32Array) };
    if (turn && turn.out) turn.out = decoded(turn.out, Float32Array);
    return { ...thing, array, wall, turn, count: wall ? 6 : faces.length };
  }

  // A square from -1 to 1 in so many steps each way.
  _sheet(steps) {
    const { gl } = this;
    const corners = [], faces = [];
    for (let i = 0; i <= steps; i++)
      for (let j = 0; j <= steps; j++) corners.push((2 * i) / steps - 1, (2 * j) / steps - 1);
    for (let i = 0; i < steps; i++)
      for (let j = 0; j < steps; j++) {
        const a = i * (steps + 1) + j, b = a + steps + 1;
        faces.push(a, b, b + 1, a, b + 1, a + 1);
      }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    buffer(gl, new Float32Array(corners));
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    buffer(gl, new Uint32Array(faces), gl.ELEMENT_ARRAY_BUFFER);
    gl.bindVertexArray(null);
    return { array, count: faces.length };
  }

  _trail(placeAt, tint) {
    const count = this.recording.time.length;
    const points = new Float32Array(3 * count);
    for (let record = 0; record < count; record++) points.set(placeAt(record), 3 * record);
    return { points: buffer(this.gl, points), count, placeAt, tint };
  }

  draw(t, camera) {
    const { gl, canvas } = this;
    const aspect = canvas.width / canvas.height;
    const view = camera.view(t, aspect);
    const palette = PALETTES[this.theme];
    this.view = view;
    this.common = {
      matrix: view.matrix, eye: view.eye, target: view.target, outwards: view.out, farColour: palette.far,
      deepColour: palette.deep, distanceToTarget: view.distance, flatView: view.flat ? 1 : 0,
      key: unit(add(add([0, 0, -0.85], scaled(view.right, -0.4)), scaled(view.out, 0.5))),
    };
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    this._background(aspect);
    const cell = roundLength(view.halfHeight / 2.2);
    if (view.edgeOn) this._section(cell, palette);
    else this._floor(cell, palette);
    const poses = this.recording.vehicles.length ? this._poses(t) : [];
    if (!view.edgeOn) this._shadows(poses, t);
    const seen = this.things.filter(thing => this._isSeen(thing, camera));
    this._solids(seen.filter(thing => thing.opacity >= 1), poses, t);
    if (this.shows.trail) this._trails(t);
    gl.depthMask(false);
    this._solids(seen.filter(thing => thing.opacity < 1 && thing.kind !== "glow"), poses, t);
    if (this.data.surface !== "none" && this.shows.surface) this._surface(t, view, palette);
    this._solids(seen.filter(thing => thing.kind === "glow"), poses, t);
    if (this.shows.axes) this._axes(poses, view);
    gl.depthMask(true);
    return view;
  }

  // The background is nowhere black: a corner that is tells that nothing was drawn.
  hasDrawn() {
    const { gl } = this;
    const corner = new Uint8Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, corner);
    return !gl.isContextLost() && corner[0] + corner[1] + corner[2] > 0;
  }

  // Sensors can be hidden; of a crowd those of the vehicle that is followed are seen.
  _isSeen(thing, camera) {
    if (!thing.sensor) return true;
    return this.shows.sensors && (this.data.vehicles.length <= CROWD || camera.followed === thing.sensor.vehicle);
  }

  _isLit(thing, t) {
    return thing.kind === "beam" && this.recording.readingAt(thing.sensor.number, t, true) > 0.5;
  }

  // Where a thing stands: in the world, on what moves in it, on its body, or turned about a hinge on it and slid into it.
  _model(thing, poses, t) {
    if (thing.obstacle !== null) return posed(this.recording.moverAt(thing.obstacle, t), [1, 0, 0, 0]);
    if (thing.body === null) return STILL;
    if (thing.kind === "petal") return this._petal(thing.sensor, poses[thing.body], t);
    if (!thing.turn) return poses[thing.body];
    const half = this.recording.valueAt(thing.turn.angle, 1, 0, t, false) / 2;
    const turn = [Math.cos(half), ...scaled(thing.turn.axis, Math.sin(half))];
    const moved = through(posed([0, 0, 0], turn), thing.turn.at);
    const inside = thing.turn.out ? 1 - this.recording.valueAt(thing.turn.out, 1, 0, t, false) : 0;
    const offset = [0, 1, 2].map(k => thing.turn.at[k] - moved[k] + inside * (thing.turn.wayIn?.[k] ?? 0));
    return times(poses[thing.body], posed(offset, turn));
  }

  // A petal is as long as its cell reads.
  _petal({ number, at, longest, half }, pose, t) {
    const light = Math.max(this.recording.readingAt(number, t, false), 0);
    const long = (longest * light) / (light + half);
    return times(pose, new Float32Array([long, 0, 0, 0, 0, long, 0, 0, 0, 0, long, 0, ...at, 1]));
  }

  _poses(t) {
    return Array.from({ length: this.recording.bodies }, (_, body) => this.recording.pose(body, t));
  }

  _background(aspect) {
    const { gl, view } = this;
    const half = Math.tan(HALF_ANGLE);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    this._use(this.background, { rightwards: view.right, upwards: view.up, spread: [half * aspect, half] });
    gl.bindVertexArray(this.square.array);
    gl.drawElements(gl.TRIANGLES, this.square.count, gl.UNSIGNED_INT, 0);
    gl.enable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
  }

  get floorPlane() {
    return this.seabed || { point: [0, 0, this.data.floor - this.origin[2]], normal: [0, 0, -1] };
  }

  _floor(cell, palette) {
    const { gl, view } = this;
    const { point, normal, tint } = this.floorPlane;
    const above = dot(subtract(view.target, point), normal);
    const reach = 14 * view.distance;
    if (!this.seabed && !this.shows.grid) return;
    if (this.pool) {
      const { middle, half, low } = this.pool;
      const shade = mixed(tint, palette.deep, 0.5 * palette.blue);
      this._plane({
        centre: [middle[0], middle[1], low], across: [0, 1, 0], along: [1, 0, 0], reach, extent: [half[1], half[0]], tint: shade,
        opacity: 1, cell: Math.min(cell, 0.5 * half[1]), lines: this.shows.grid ? 0.4 : 0, lineTint: scaled(shade, 0.7),
      });
      return;
    }
    const along = unit(cross(normal, [0, 1, 0]));
    this._plane({
      centre: subtract(view.target, scaled(normal, above)), across: unit(cross(along, normal)), along, reach,
      tint: tint ? mixed(tint, palette.deep, palette.blue) : palette.far, opacity: this.seabed ? 1 : 0, cell, lines: this.shows.grid ? (this.seabed ? 0.36 : 0.42) : 0,
      lineTint: tint ? scaled(mixed(tint, palette.deep, palette.blue), 0.6) : palette.grid,
    });
  }

  _plane(uniforms) {
    const { gl } = this;
    gl.depthMask(uniforms.opacity >= 1);
    this._use(this.plane, { offset: this.origin, extent: [0, 0], ...uniforms });
    gl.bindVertexArray(this.ground.array);
    gl.drawElements(gl.TRIANGLES, this.ground.count, gl.UNSIGNED_INT, 0);
    gl.depthMask(true);
  }

  // Seen edge-on the world is cut open: a grid behind, the ground below its line.
  _section(cell, palette) {
    const { view } = this;
    const behind = view.target;
    const reach = 14 * view.distance;
    const plane = { centre: behind, across: view.right, along: [0, 0, 1], reach, cell, tint: palette.far, lineTint: palette.grid };
    if (this.shows.grid) this._plane({ ...plane, opacity: 0, lines: 0.4 });
    if (!this.seabed || this.pool) return;
    const { point, normal } = this.seabed;
    const tint = mixed(this.seabed.tint, palette.deep, palette.blue);
    const slope = unit(cross(normal, view.out));
    const along = slope[2] > 0.9 ? view.right : slope;
    const down = [0, 0, 1];
    const depth = dot(subtract(point, behind), normal) / (normal[2] || -1);
    const centre = add(behind, scaled(down, depth + reach));
    this._plane({ centre, across: along, along: down, reach, cell, tint, opacity: 0.999, lines: 0, lineTint: tint });
  }

  _shadows(poses, t) {
    const { gl } = this;
    const { point, normal } = this.floorPlane;
    if (!this.seabed && !this.shows.grid) return;
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    gl.depthMask(false);
    const fading = (this.seabed ? 3 : 1.6) * Math.max(...this.recording.vehicles.map(vehicle => vehicle.size));
    for (const thing of this.things) {
      if (thing.opacity <= 0.5 || !SHADED.includes(thing.kind)) continue;
      const model = this._model(thing, poses, t);
      this._use(this.shadow, { model, floorPoint: point, floorNormal: normal, fading });
      gl.bindVertexArray(thing.array);
      gl.drawElements(gl.TRIANGLES, thing.count, gl.UNSIGNED_INT, 0);
    }
    gl.depthMask(true);
    gl.disable(gl.STENCIL_TEST);
  }

  _solids(things, poses, t) {
    const { gl } = this;
    this._use(this.solid, {});
    for (const thing of things) {
      const behind = thing.wall && dot(thing.wall, this.view.out) < 0;
      const lit = this._isLit(thing, t) && thing.sensor;
      const opacity = behind ? Math.min(0.15, 0.5 * thing.opacity) : lit ? lit.opacity : thing.opacity;
      const glow = { lamp: 1, glow: 2, petal: 0.6, beam: 0.8 }[thing.kind] || 0;
      set(gl, this.solid, { model: this._model(thing, poses, t), tint: lit ? lit.colour : thing.colour, opacity, glow });
      gl.bindVertexArray(thing.array);
      gl.drawElements(gl.TRIANGLES, thing.count, gl.UNSIGNED_INT, 0);
    }
  }

  _surface(t, view, palette) {
    const { gl } = this;
    if (view.edgeOn) {
      const points = [];
      const { middle, half } = this.pool || { middle: view.target };
      const reach = half ? Math.abs(dot(half, view.right)) : 3.2 * view.halfHeight;
      for (let k = -160; k <= 160; k++) {
        const place = add(middle, scaled(view.right, (k / 160) * reach));
        points.push([place[0], place[1], -this.elevation(place, t) - this.origin[2]]);
      }
      this._line(points, palette.water, 1.6, 0.9);
      return;
    }
    const height = Math.abs(view.eye[2] + this.origin[2]) / view.distance;
    this._use(this.water, {
      strength: view.flat ? 1 : 0.4 + 0.6 * clamped(height / 0.2, 0, 1),
      centre: this.pool ? this.pool.middle : view.target, extent: this.pool ? this.pool.half.slice(0, 2) : [0, 0],
      offset: this.origin, reach: 14 * view.distance, now: t, tint: palette.water,
      waves: { whole: this.swell.count }, wave: { rows: this.swell.rows, of: 4 }, amplitude: { rows: this.swell.heights, of: 1 },
    });
    gl.bindVertexArray(this.ripples.array);
    gl.drawElements(gl.TRIANGLES, this.ripples.count, gl.UNSIGNED_INT, 0);
  }

  elevation(place, t) {
    const [north, east] = add(place, this.origin);
    let height = 0;
    for (const [amplitude, kn, ke, frequency, phase] of this.data.swell)
      height += amplitude * Math.cos(kn * north + ke * east - frequency * t + phase);
    return height;
  }

  _trails(t) {
    const { gl } = this;
    const [record, share] = this.recording.at(t);
    for (const { points, count, placeAt, tint } of this.trails) {
      const current = record + (share === 1 ? 1 : 0);
      gl.depthMask(false);
      if (count > 1)
        this._segments(points, count - 1, { tint, width: 1.5, current, past: 0.85, coming: 0.16, ageing: 0.65 });
      if (share > 0 && share < 1)
        this._line([placeAt(record), mixed(placeAt(record), placeAt(record + 1), share)], tint, 1.5, 0.85);
      gl.depthMask(true);
    }
  }

  _axes(poses, view) {
    this.data.vehicles.forEach((vehicle, number) => {
      const pose = poses[vehicle.root];
      const from = [...pose.slice(12, 15)];
      AXIS_TINTS.forEach((tint, k) => {
        const to = add(from, scaled([...pose.slice(4 * k, 4 * k + 3)], 0.55 * vehicle.size));
        this._line([from, to], tint, 2, 1, 1);
      });
    });
  }

  _line(points, tint, width, strength, shift = 0) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.segment);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points.flat()), gl.DYNAMIC_DRAW);
    this._segments(this.segment, points.length - 1, { tint, width, current: 0, past: strength, coming: strength, ageing: 0, shift });
  }

  _segments(points, count, uniforms) {
    const { gl, canvas } = this;
    const ratio = canvas.width / (canvas.clientWidth || canvas.width);
    this._use(this.lines, { pixels: [canvas.width / 2, canvas.height / 2], shift: 0, ...uniforms, width: uniforms.width * ratio });
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.segmentCorners);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, points);
    for (const place of [1, 2]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 12, 12 * (place - 1));
      gl.vertexAttribDivisor(place, 1);
    }
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    for (const place of [0, 1, 2]) {
      gl.vertexAttribDivisor(place, 0);
      gl.disableVertexAttribArray(place);
    }
  }

  _use(one, uniforms) {
    this.gl.useProgram(one.program);
    set(this.gl, one, this.common);
    set(this.gl, one, uniforms);
  }
}

const upwards = normal => (normal[2] > 0 ? scaled(normal, -1) : normal);

function buffer(gl, values, kind = gl.ARRAY_BUFFER) {
  const made = gl.createBuffer();
  gl.bindBuffer(kind, made);
  gl.bufferData(kind, values, gl.STATIC_DRAW);
  return made;
}

function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const places = {};
  for (let k = 0; k < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); k++) {
    const name = gl.getActiveUniform(made, k).name.replace("[0]", "");
    places[name] = gl.getUniformLocation(made, name);
  }
  return { program: made, places };
}

// Sets uniforms by name, each by what its value looks like.
function set(gl, one, uniforms) {
  for (const [name, value] of Object.entries(uniforms)) {
    const place = one.places[name];
    if (place === undefined) continue;
    if (value.whole !== undefined) gl.uniform1i(place, value.whole);
    else if (value.rows) value.rows.length && gl[`uniform${value.of}fv`](place, value.rows);
    else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
    else if (value.length) gl[`uniform${value.length}fv`](place, value);
    else if (name === "flatView") gl.uniform1i(place, value);
    else gl.uniform1f(place, value);
  }
}
