"""Sounds: how they are, when they are heard, and what silences them; vibration and celebrations."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ingenious.server.http.static import SITE

from .conftest import Visit

Values = dict[str, Any]

SPACING_S = 2.5
"""The time between two sounds; the longest takes less."""

RENDER = """async ([files, cues, seconds]) => {
    const modules = await Promise.all(files.map((file) => import(`/assets/${file}`)))
    const { play } = modules.find(({ play }) => play)
    let context
    window.AudioContext = class extends OfflineAudioContext {
        constructor() {
            super(1, 48000 * seconds, 48000)
            context = this
        }
    }
    play(cues)
    return [...(await context.startRendering()).getChannelData(0)]
}"""
"""Renders sounds as samples instead of playing them."""

MEASURE = """([samples, spacing]) => {
    const decibels = (value) => 20 * Math.log10(value)
    const rate = 48000
    const window = 0.1 * rate
    const found = []
    for (let from = 0; from < samples.length; from += spacing * rate) {
        const part = samples.slice(from, from + spacing * rate)
        const peak = Math.max(...part.map(Math.abs))
        const end = part.findLastIndex((sample) => Math.abs(sample) > 0.001 * peak)
        let loudest = 0
        for (let at = 0; at < end; at += window / 4) {
            const squares = part.slice(at, at + window).reduce((sum, sample) => sum + sample ** 2, 0)
            loudest = Math.max(loudest, Math.sqrt(squares / window))
        }
        const first = Math.abs(part[0]), steps = part.slice(1).map((sample, k) => Math.abs(sample - part[k]))
        found.push({ seconds: end / rate, peak, loudness: decibels(loudest), first, last: Math.abs(part.at(-1)) })
    }
    return found
}"""
