// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// The contracts that the tests of the EVM rail deploy. Compiled with solc, optimizer on (200 runs), to the `.hex` files
// beside this one: creation code, to which a token's constructor arguments need not be appended, for there are none.

abstract contract Ledger {
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public blocked;
    uint256 public totalSupply;

    event Transfer(address indexed from, address indexed to, uint256 value);

    // Anybody may make and block as they like: this is a test.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        totalSupply += value;
        emit Transfer(address(0), to, value);
    }

    function block_(address who, bool on) external {
        blocked[who] = on;
    }

    function move(address to, uint256 value) internal {
        require(!blocked[msg.sender] && !blocked[to], "blocked");
        require(balanceOf[msg.sender] >= value, "transfer amount exceeds balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

// As ERC-20 says.
contract Token is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }

    // Two payments in one transaction.
    function transferTwice(address to, uint256 first, uint256 second) external {
        move(to, first);
        move(to, second);
    }
}

// As USDT on Ethereum: nothing is returned.
contract Silent is Ledger {
    function transfer(address to, uint256 value) external {
        move(to, value);
    }
}

// A token that tells by its answer alone that nothing moved.
contract Refusing is Ledger {
    function transfer(address to, uint256 value) external returns (bool) {
        if (blocked[to]) {
            return false;
        }
        move(to, value);
        return true;
    }
}

// Takes no coins.
contract Closed {}

// Takes coins, and spends more gas at it than a plain wallet.
contract Open {
    uint256 public payments;

    receive() external payable {
        payments += 1;
    }
}

// Leaves events of transfers that it knows nothing of.
contract Mimic {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function show(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}

// A token that moves nothing, where another contract leaves the event of a transfer.
contract Posing is Ledger {
    Mimic private immutable mimic = new Mimic();

    function transfer(address to, uint256 value) external returns (bool) {
        mimic.show(msg.sender, to, value);
        return true;
    }
}

// Takes coins, and spends gas only where there are any.
contract Counting {
    uint256 public payments;

    receive() external payable {
        if (msg.value > 0) {
            payments += 1;
        }
    }
}

// Takes coins where it is only asked, and not where gas has a price.
contract Pretending {
    receive() external payable {
        require(tx.gasprice == 0, "not now");
    }
}

// As on OP-stack networks, with a fee by the length of the data.
contract GasPriceOracle {
    function getL1Fee(bytes calldata data) external pure returns (uint256) {
        return data.length * 5e13;
    }
}

// Passes coins on, as exchanges pay out: calldata is the address of the payee, in 32 bytes. Its code is written by hand.
contract Forwarding {
    fallback() external payable {
        assembly {
            if iszero(call(gas(), calldataload(0), callvalue(), 0, 0, 0, 0)) {
                revert(0, 0)
            }
        }
    }
}
