"""Small nets: their gradient is that of what they compute, and they learn."""

import numpy as np
import pytest

from ingenious.kernel.nets import Floats, Net, Optimizer, adam, backward, forward, new_net


def ask(net: Net, x: Floats) -> Floats:
    out = np.zeros(net.shape[5], np.float32)
    forward(net.shape, net.weights, x, np.zeros(net.scratch, np.float32), out)
    return out


@pytest.mark.parametrize("blocks", [1, 6])
@pytest.mark.parametrize("shared", [0, 3])
def test_the_gradient_is_that_of_the_outputs(blocks: int, shared: int) -> None:
    net = new_net(blocks, 4, shared, hidden=5, upper=6, outputs=3, seed=1)
    rng = np.random.default_rng(2)
    net.weights[:] += rng.normal(0, 0.3, len(net.weights))  # so that no bias is zero
    x = rng.normal(0, 1, net.inputs).astype(np.float32)
    dout = rng.normal(0, 1, 3).astype(np.float32)
    grad, scratch = np.zeros_like(net.weights), np.zeros(net.scratch, np.float32)
    forward(net.shape, net.weights, x, scratch, np.zeros(3, np.float32))
    backward(net.shape, net.weights, x, scratch, dout, grad)
    tiny = 1e-3
    for i in range(len(net.weights)):
        outputs = []
        for step in (tiny, -tiny):
            weights = net.weights.copy()
            weights[i] += step
            outputs.append(ask(Net(net.shape, weights), x))
        slope = float((outputs[0] - outputs[1]) @ dout) / (2 * tiny)
        assert grad[i] == pytest.approx(slope, abs=0.01, rel=0.02), i


def test_the_gradient_is_added_to_what_is_there() -> None:
    net = new_net(2, 3, 1, hidden=4, upper=4, outputs=2, seed=1)
    x, dout = np.ones(net.inputs, np.float32), np.ones(2, np.float32)
    scratch, grad = np.zeros(net.scratch, np.float32), np.zeros_like(net.weights)
    forward(net.shape, net.weights, x, scratch, np.zeros(2, np.float32))
    backward(net.shape, net.weights, x, scratch, dout, grad)
    once = grad.copy()
    backward(net.shape, net.weights, x, scratch, dout, grad)
    assert grad == pytest.approx(2 * once, rel=1e-5)


def test_the_order_of_the_blocks_does_not_matter() -> None:
    net = new_net(3, 4, 2, hidden=8, upper=8, outputs=2, seed=3)
    x = np.random.default_rng(4).normal(0, 1, net.inputs).astype(np.float32)
    turned = np.concatenate([x[4:12], x[:4], x[12:]])
    assert ask(net, turned) == pytest.approx(ask(net, x), rel=1e-4, abs=1e-5)
    assert ask(net, x[::-1].copy()) != pytest.approx(ask(net, x), rel=1e-2)


def test_a_net_learns_the_largest_of_three_numbers() -> None:
    """Summing one layer over the blocks must be enough for a question that is symmetric."""
    net = new_net(3, 1, 0, hidden=16, upper=16, outputs=1, seed=5)
    rng = np.random.default_rng(6)
    grad, first, second = (np.zeros_like(net.weights) for _ in range(3))
    scratch, out = np.zeros(net.scratch, np.float32), np.zeros(1, np.float32)
    errors = []
    for step in range(1, 1001):
        loss = 0.0
        for x in rng.uniform(-1, 1, (16, 3)).astype(np.float32):
            forward(net.shape, net.weights, x, scratch, out)
            error = out - x.max()
            loss += float(error[0]) ** 2
            backward(net.shape, net.weights, x, scratch, error / 16, grad)
        adam(net.weights, Optimizer(grad, first, second), step, 0.01)
        assert not grad.any()  # cleared for the next batch
        errors.append(loss / 16)
    assert np.mean(errors[-50:]) < 0.05 * np.mean(errors[:10])
